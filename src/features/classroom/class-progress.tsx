import { memo, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import type { PackageTable } from './class-tables.ts';
import type { ClassTexts } from './class-texts.ts';
import { type ViewOptions, classView } from './class-view.ts';
import { ClassroomHeader } from './classroom-header.tsx';
import type { ClassroomServices } from './classroom-services.ts';
import { csvLines, csvOf } from './csv.ts';
import { HelpList } from './help-list.tsx';
import { NoProgress } from './no-progress.tsx';
import { PackagePanel } from './package-panel.tsx';
import { pressedSort, type Sort, type SortKey } from './sorting.ts';
import { Toolbar } from './toolbar.tsx';

/**
 * Returns whether the page is being printed, by any button or menu. The browser prints the page as it is directly after
 * the event.
 */
const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  // Subscribes during the commit, because the page may be printed as soon as the class is visible.
  useLayoutEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
};

const heatSteps = ['none', 'quarter', 'half', 'most', 'nearly', 'all'] as const;

/** The legend for the colours of the cells. The cells contain numbers too. */
const HeatKey = memo(function HeatKey({ t }: { t: Translate }) {
  return (
    <p className="maths-key">
      <span>{t('key.label')}</span>
      {heatSteps.map((step, heat) => (
        <span key={step}>
          <i className={`maths-swatch maths-heat-${heat}`} />
          {t(`key.${step}`)}
        </span>
      ))}
    </p>
  );
});

const toggled = (open: readonly string[], id: string): readonly string[] =>
  open.includes(id) ? open.filter((other) => other !== id) : [...open, id];

/** Returns which panels are open: initially the first started package, and all while the page is printed. */
const useOpenPanels = (panels: readonly Pick<PackageTable, 'id' | 'started'>[]) => {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const printing = usePrinting();
  const first = panels.find(({ started }) => started)?.id ?? '';
  const open = chosen ?? [first];
  const toggle = useCallback((id: string) => setChosen((before) => toggled(before ?? [first], id)), [first]);
  return { printing, isOpen: (id: string) => open.includes(id) || printing, toggle };
};

export type ClassProgressProps = {
  t: Translate;
  language: Language;
  texts: ClassTexts;
  services: Pick<ClassroomServices, 'download' | 'print' | 'copy' | 'timers'>;
  reading: ClassroomReading;
  readAt: number;
  /** Whether the last refresh failed, so that the page shows an older class. */
  late: boolean;
  /** Whether the class replaces an error after a press on "Try again". Its heading then takes the focus. */
  takesFocus: boolean;
  onRefresh(): void;
};

/** Returns the delimiter that spreadsheets expect: a semicolon where decimals have a comma. */
const delimiterOf = (language: Language) => ((0.5).toLocaleString(language).includes(',') ? ';' : ',');
const firstChoice: ViewOptions = { sort: { key: 'student', descending: false }, onlyHelp: false };

/** Shows the class of the last reading. Order, filter and open panels survive a refresh and a change of language. */
export function ClassProgress(props: ClassProgressProps) {
  const { t, language, texts, services, reading, readAt, late, takesFocus, onRefresh } = props;
  const [choice, setChoice] = useState(firstChoice);
  const view = useMemo(() => classView(reading, choice, language), [reading, choice, language]);
  const onHead = useCallback(
    (key: SortKey) => setChoice((before) => ({ ...before, sort: pressedSort(before.sort, key) })),
    [],
  );
  const onSort = useCallback((sort: Sort) => setChoice((before) => ({ ...before, sort })), []);
  const onFilter = (onlyHelp: boolean) => setChoice((before) => ({ ...before, onlyHelp }));
  const { isOpen, toggle, printing } = useOpenPanels(view.panels);
  const { summary, panels, rows } = view;
  const averageLabel = t(choice.onlyHelp ? 'table.averageShown' : 'table.average');
  const time = texts.time(readAt);
  const save = () =>
    services.download(
      t('csv.name', { date: texts.isoDay(readAt) }),
      csvOf(csvLines(view, { t, texts }), delimiterOf(language)),
    );
  return (
    <>
      <ClassroomHeader
        {...{ t, texts, summary, takesFocus }}
        name={reading.name}
        code={reading.code}
        copy={services.copy}
      />
      <Toolbar {...{ t, view, choice, onSort, onFilter, onRefresh }} onDownload={save} onPrint={services.print} />
      <div className="maths-below">
        <HeatKey t={t} />
        <p className="maths-updated">{t(late ? 'late' : 'updated', { time })}</p>
      </div>
      <p className="maths-sr-only" role="status">
        {choice.onlyHelp && t('shown', { part: rows.length, whole: summary.students })}
      </p>
      {choice.onlyHelp && rows.length > 0 && <HelpList {...{ t, texts, rows }} />}
      {summary.started === 0 ? (
        <NoProgress t={t} code={reading.code} students={rows.map(({ code }) => texts.student(code))} />
      ) : (
        panels.map((panel) => (
          <PackagePanel
            key={panel.id}
            {...{ t, texts, panel, rows, averageLabel }}
            sort={choice.sort}
            onSort={onHead}
            paperHead={printing ? `${reading.name} – ${panel.label} – ${texts.day(readAt)}` : null}
            open={isOpen(panel.id)}
            onToggle={toggle}
          />
        ))
      )}
    </>
  );
}
