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
const usePrinting = () => {
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
    window.print();
  };
  return { printing, printCards };
};

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
  const { sort, onlyHelp } = choice;
  const view = classView(reading, choice, t.language);
  const { printing, printCards } = usePrinting();
  const { isOpen, toggle } = useOpenPanels(view.panels, printing !== null);
  const { panels, rows, started } = view;
  const save = () => {
    const file = classFile(view, readAt, { t, texts, names });
    controller.download(file.name, file.text);
  };
  const [editor, setEditor] = useState<{ Panel: typeof NamesPanel; canKeep: boolean } | null>(null);
  // A browser that stores nothing says so before a name is typed. Another tab can have stored names meanwhile.
  const openEditor = ({ NamesPanel: Panel }: { NamesPanel: typeof NamesPanel }) =>
    setEditor({ Panel, canKeep: controller.names?.update() ?? false });
  const toggleNames = () => {
    if (editor !== null) setEditor(null);
    // Loaded at the press, with the parser of tables. If the portal cannot be reached, a refresh explains it.
    else void import('./names-panel.tsx').then(openEditor, controller.refresh);
  };
  const cards = { texts, names, code: reading.code, students: rows.map(({ code }) => code) };
  const content = started === 0 ? 'nothing' : (printing ?? 'tables');
  return (
    <>
      <ClassroomHeader {...{ texts, reading, view, takesFocus }} />
      <Toolbar
        {...{ controller, view, onlyHelp }}
        onFilter={() => setChoice({ sort, onlyHelp: !onlyHelp })}
        onDownload={save}
        namesOpen={controller.names && editor !== null}
        onNames={toggleNames}
      />
      {editor !== null && (
        <editor.Panel {...{ controller, texts, names, reading }} canKeep={editor.canKeep} onCards={printCards} />
      )}
      <p className="maths-sr-only" role="status">
        {onlyHelp && t('shown', { part: rows.length, whole: view.students })}
      </p>
      {content === 'nothing' && <NoProgress {...cards} />}
      {content === 'cards' && <StudentCards {...cards} />}
      {content === 'tables' &&
        panels.map((panel) => (
          <PackagePanel
            key={panel.id}
            {...{ texts, names, panel, rows, sort }}
            onSort={(key) => setChoice({ onlyHelp, sort: pressedSort(sort, key) })}
            paperHead={printing ? [reading.name, reading.code, panel.label, texts.day(readAt)].join(' – ') : null}
            open={isOpen(panel.id)}
            onToggle={() => toggle(panel.id)}
          />
        ))}
      <p className="maths-updated" id={ageId}>
        {t(late ? 'late' : 'updated', { time: texts.time(readAt) })}
      </p>
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

/** A card to cut out for each student: the name or a line for it, and the way into the game with both codes. */
function StudentCards({ texts, names, code, students }: StudentCardsProps) {
  const { t } = useElement();
  return (
    <ul className="maths-cards" aria-label={t('cards.label')}>
      {students.map((student) => (
        <li key={student}>
          <p dir="auto">{names.get(student)}</p>
          <ol>
            <li>{t('cards.open')}</li>
            <li>{t('cards.zone')}</li>
            <li>
              {t('code')} <b>{code}</b>
            </li>
            <li>
              {t('cards.own')} <b>{texts.student(student)}</b>
            </li>
          </ol>
        </li>
      ))}
    </ul>
  );
}

/** Shows what the students need to start, for a class in which no student has played: their cards. */
function NoProgress(cards: StudentCardsProps) {
  const { t } = useElement();
  return (
    <div className="maths-nothing">
      <slot name="art" />
      <div>
        <h2 className="maths-package-name">{t('none.heading')}</h2>
        <p>{t('none.text')}</p>
      </div>
      <StudentCards {...cards} />
    </div>
  );
}
