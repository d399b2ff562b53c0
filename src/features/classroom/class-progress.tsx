import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { useElement } from '../shared/use-element.ts';
import type { PackageTable } from './class-tables.ts';
import type { ClassTexts } from './class-texts.ts';
import { type ViewOptions, classView } from './class-view.ts';
import { ClassroomHeader } from './classroom-header.tsx';
import type { ClassroomController } from './classroom-controller.ts';
import { DataAge } from './data-age.tsx';
import type { NamesPanel } from './names/names-panel.tsx';
import type { StudentNames } from './names/student-names.ts';
import { NoProgress } from './no-progress.tsx';
import { PackagePanel } from './package-panel.tsx';
import { pressedSort, type SortKey } from './sorting.ts';
import { StudentCards } from './student-cards.tsx';
import { Toolbar } from './toolbar.tsx';

/** What goes on paper: the tables, or cards to cut out. */
type Paper = 'tables' | 'cards';

/**
 * Returns what is being printed, by any button or menu, or null. The browser prints the page as it is directly after
 * the event.
 */
const usePrinting = (print: () => void) => {
  const [printing, setPrinting] = useState<Paper | null>(null);
  const wanted = useRef<Paper>('tables');
  // Subscribes during the commit, because the page may be printed as soon as the class is visible.
  useLayoutEffect(() => {
    const begin = () => flushSync(() => setPrinting(wanted.current));
    const end = () => {
      wanted.current = 'tables';
      setPrinting(null);
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  const printCards = () => {
    wanted.current = 'cards';
    print();
  };
  return { printing, printCards };
};

const heatSteps = ['none', 'quarter', 'half', 'most', 'nearly', 'all'] as const;

/** The legend for the colours of the cells. The cells contain numbers too. */
function HeatKey() {
  const { t } = useElement();
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
}

/** Returns which panels are open: initially the first started package, and all while the tables are printed. */
const useOpenPanels = (panels: readonly Pick<PackageTable, 'id' | 'started'>[], printing: boolean) => {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const first = panels.find(({ started }) => started)?.id ?? '';
  const open = chosen ?? [first];
  const toggle = (id: string) => setChosen(open.includes(id) ? open.filter((other) => other !== id) : [...open, id]);
  return { isOpen: (id: string) => open.includes(id) || printing, toggle };
};

export type ClassProgressProps = {
  controller: ClassroomController;
  texts: ClassTexts;
  reading: ClassroomReading;
  readAt: number;
  /** Whether the last refresh failed, so that the page shows an older class. */
  late: boolean;
  names: StudentNames;
  /** Whether the class replaces an error after a press on "Try again". Its heading then takes the focus. */
  takesFocus: boolean;
};

const firstChoice: ViewOptions = { sort: { key: 'student', descending: false }, onlyHelp: false };

/** Shows the class of the last reading. Order, filter and open panels survive a refresh and a change of language. */
export function ClassProgress({ controller, texts, reading, readAt, late, names, takesFocus }: ClassProgressProps) {
  const { t } = useElement();
  const [choice, setChoice] = useState(firstChoice);
  const view = useMemo(() => classView(reading, choice, t.language), [reading, choice, t]);
  const onHead = useCallback(
    (key: SortKey) => setChoice((before) => ({ ...before, sort: pressedSort(before.sort, key) })),
    [],
  );
  const choose = (change: Partial<ViewOptions>) => setChoice((before) => ({ ...before, ...change }));
  const { printing, printCards } = usePrinting(controller.print);
  const { isOpen, toggle } = useOpenPanels(view.panels, printing !== null);
  const { summary, panels, rows } = view;
  const averageLabel = t(choice.onlyHelp ? 'table.averageShown' : 'table.average');
  // Loaded at the press. If the portal cannot be reached, a refresh explains it.
  const save = () =>
    void import('./csv.ts').then(
      ({ saveClass }) => saveClass(controller.download, view, readAt, { t, texts, names }),
      controller.refresh,
    );
  const [Panel, setPanel] = useState<typeof NamesPanel | null>(null);
  const toggleNames = () => {
    if (Panel !== null) setPanel(null);
    else void import('./names/names-panel.tsx').then((loaded) => setPanel(() => loaded.NamesPanel), controller.refresh);
  };
  const cards = { texts, names, code: reading.code, students: rows.map(({ code }) => code) };
  const content = summary.started === 0 ? 'nothing' : (printing ?? 'tables');
  return (
    <>
      <ClassroomHeader
        {...{ texts, summary, takesFocus }}
        name={reading.name}
        code={reading.code}
        copy={controller.copy}
      />
      <Toolbar
        {...{ view, choice }}
        onChoose={choose}
        onRefresh={controller.refresh}
        onDownload={save}
        onPrint={controller.print}
        onCards={printCards}
        namesOpen={controller.names && Panel !== null}
        onNames={toggleNames}
      />
      {Panel !== null && <Panel {...{ controller, texts, names, reading }} />}
      <div className="maths-below">
        <HeatKey />
        <DataAge {...{ texts, reading, readAt, late }} now={controller.timers.now} />
      </div>
      <p className="maths-sr-only" role="status">
        {choice.onlyHelp && t('shown', { part: rows.length, whole: summary.students })}
      </p>
      {choice.onlyHelp && rows.length > 0 && (
        <ul className="maths-helped" aria-label={t('tools.help')}>
          {rows.map(({ code, help }) => (
            <li key={code}>
              {[texts.student(code), names.get(code), help && texts.help(help)].filter(Boolean).join(' ')}
            </li>
          ))}
        </ul>
      )}
      {content === 'nothing' && <NoProgress {...cards} />}
      {content === 'cards' && <StudentCards {...cards} />}
      {content === 'tables' &&
        panels.map((panel) => (
          <PackagePanel
            key={panel.id}
            {...{ texts, names, panel, rows, averageLabel }}
            sort={choice.sort}
            onSort={onHead}
            paperHead={printing ? `${reading.name} – ${panel.label} – ${texts.day(readAt)}` : null}
            open={isOpen(panel.id)}
            onToggle={() => toggle(panel.id)}
          />
        ))}
    </>
  );
}
