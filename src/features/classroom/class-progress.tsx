import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { useElement } from '../shared/use-element.ts';
import { ageId, ClassroomHeader, Toolbar } from './class-header.tsx';
import type { PackageTable } from './class-tables.ts';
import type { ClassTexts } from './class-texts.ts';
import { classView, pressedSort, type ViewOptions } from './class-view.ts';
import type { ClassroomController } from './controller.ts';
import { classFile } from './csv.ts';
import type { NamesPanel } from './names-panel.tsx';
import { PackagePanel } from './progress-table.tsx';
import type { StudentNames } from './student-names.ts';

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

type ClassProgressProps = {
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
  const view = classView(reading, choice, t.language);
  const choose = (change: Partial<ViewOptions>) => setChoice({ ...choice, ...change });
  const { printing, printCards } = usePrinting(controller.print);
  const { isOpen, toggle } = useOpenPanels(view.panels, printing !== null);
  const { summary, panels, rows } = view;
  const averageLabel = t(choice.onlyHelp ? 'table.averageShown' : 'table.average');
  const save = () => {
    const file = classFile(view, readAt, { t, texts, names });
    controller.download(file.name, file.text);
  };
  const [editor, setEditor] = useState<{ Panel: typeof NamesPanel; canKeep: boolean } | null>(null);
  // A browser that stores nothing says so before a name is typed. Another tab can have stored names meanwhile.
  const openEditor = ({ NamesPanel: Panel }: { NamesPanel: typeof NamesPanel }) =>
    setEditor({ Panel, canKeep: controller.names?.update(false) ?? false });
  const toggleNames = () => {
    if (editor !== null) setEditor(null);
    // Loaded at the press. If the portal cannot be reached, a refresh explains it.
    else void import('./names-panel.tsx').then(openEditor, controller.refresh);
  };
  const cards = { texts, names, code: reading.code, students: rows.map(({ code }) => code) };
  const content = summary.started === 0 ? 'nothing' : (printing ?? 'tables');
  return (
    <>
      <ClassroomHeader {...{ controller, texts, reading, summary, takesFocus }} />
      <Toolbar
        {...{ controller, view, choice }}
        onChoose={choose}
        onDownload={save}
        onCards={printCards}
        namesOpen={controller.names && editor !== null}
        onNames={toggleNames}
      />
      {editor !== null && <editor.Panel {...{ controller, texts, names, reading }} canKeep={editor.canKeep} />}
      <div className="maths-below">
        <HeatKey />
        <p className="maths-updated" id={ageId}>
          {t(late ? 'late' : 'updated', { time: texts.time(readAt) })}
        </p>
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
            onSort={(key) => choose({ sort: pressedSort(choice.sort, key) })}
            paperHead={printing ? `${reading.name} – ${panel.label} – ${texts.day(readAt)}` : null}
            open={isOpen(panel.id)}
            onToggle={() => toggle(panel.id)}
          />
        ))}
    </>
  );
}

/** `code` is the one of the class, and `students` are theirs. */
type StudentCardsProps = {
  texts: Pick<ClassTexts, 'student'>;
  names: StudentNames;
  code: string;
  students: readonly string[];
};

/** A card for each student with both codes. On paper it is cut out, and has the name or a line for it. */
function StudentCards({ texts, names, code, students }: StudentCardsProps) {
  const { t } = useElement();
  return (
    <ul className="maths-cards" aria-label={t('none.codes')}>
      {students.map((student) => (
        <li key={student}>
          <b>{texts.student(student)}</b> <span>{code}</span>
          {names.has(student) ? <bdi>{names.get(student)}</bdi> : <i data-label={t('name')} />}
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows what the students need to start, for a class in which no student has played. In print the codes are cards to
 * cut out. The page may show a picture next to it.
 */
function NoProgress(cards: StudentCardsProps) {
  const { t } = useElement();
  const { code } = cards;
  const [before, after] = t('none.text', { code }).split(code);
  return (
    <div className="maths-nothing">
      <slot name="art" />
      <div>
        <h2 className="maths-package-name">{t('none.heading')}</h2>
        <p>
          {before}
          <b>{code}</b>
          {after}
        </p>
        <p>{t('none.cards')}</p>
      </div>
      <StudentCards {...cards} />
    </div>
  );
}
