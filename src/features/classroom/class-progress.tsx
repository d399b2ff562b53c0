import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { useElement } from '../shared/use-element.ts';
import { type ClassTexts, classView, type PackageTable, pressedSort, type ViewOptions } from './class-view.ts';
import type { ClassroomController } from './controller.ts';
import { classFile } from './csv.ts';
import type { NamesPanel } from './names-panel.tsx';
import { PackagePanel } from './progress-table.tsx';
import { StudentCards } from './student-cards.tsx';
import type { StudentNames } from './student-names.ts';

/** The id of the text that says when the class was read. A page has one class. */
const ageId = 'maths-age';

/** Returns what is being printed, by any button or menu: the tables, or cards to cut out. Null while nothing is. */
const usePrinting = () => {
  const [printing, setPrinting] = useState<'tables' | 'cards' | null>(null);
  const wanted = useRef<'tables' | 'cards'>('tables');
  // Subscribes during the commit, because the page may be printed as soon as the class is visible.
  useLayoutEffect(() => {
    // The browser prints the page as it is directly after the event.
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
const useOpenPanels = (panels: readonly PackageTable[], printing: boolean) => {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const open = chosen ?? [panels.find(({ started }) => started)?.id ?? ''];
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
const tool = { type: 'button', className: 'maths-button maths-button-line maths-tool' } as const;

/** Shows the class of the last reading. Order, filter and open panels survive a refresh and a change of language. */
export function ClassProgress({ controller, texts, reading, readAt, late, names, takesFocus }: ClassProgressProps) {
  const { t } = useElement();
  const [choice, setChoice] = useState(firstChoice);
  const { sort, onlyHelp } = choice;
  const view = classView(reading, choice, t.language);
  const { printing, printCards } = usePrinting();
  const { isOpen, toggle } = useOpenPanels(view.panels, printing !== null);
  const { panels, rows, started, students, help } = view;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const [showsMore, setShowsMore] = useState(false);
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
  const namesButton = useRef<HTMLButtonElement>(null);
  const closeEditor = () => {
    // On a phone the button can be hidden meanwhile.
    flushSync(() => {
      setEditor(null);
      setShowsMore(true);
    });
    namesButton.current?.focus();
  };
  const cards = <StudentCards {...{ texts, names }} code={reading.code} students={rows.map(({ code }) => code)} />;
  return (
    <>
      <header className="maths-class">
        <h1 ref={heading} className="maths-heading" part="heading" tabIndex={takesFocus ? -1 : undefined}>
          {reading.name}
        </h1>
        <p className="maths-code">
          {t('code')} <b>{reading.code}</b>
        </p>
        <p>{t('started', { part: texts.number(started), whole: texts.number(students) })}</p>
      </header>
      <div role="group" aria-label={t('tools.label')}>
        <div className="maths-toolbar">
          {(help > 0 || onlyHelp) && (
            <button {...tool} aria-pressed={onlyHelp} onClick={() => setChoice({ sort, onlyHelp: !onlyHelp })}>
              {t('tools.help')} <span className="maths-count">{help}</span>
            </button>
          )}
          <button {...tool} aria-describedby={ageId} onClick={controller.refresh}>
            {t('tools.refresh')}
          </button>
          <button
            {...tool}
            className={`${tool.className} maths-more-button`}
            aria-expanded={showsMore}
            onClick={() => setShowsMore(!showsMore)}
          >
            {t('tools.more')}
          </button>
          {/* In a narrow container they are behind the button "More". */}
          <div className={showsMore ? 'maths-more maths-more-open' : 'maths-more'}>
            {controller.names !== undefined && (
              <button {...tool} ref={namesButton} aria-expanded={editor !== null} onClick={toggleNames}>
                {t('tools.names')}
              </button>
            )}
            {started > 0 && (
              <>
                <button {...tool} onClick={save}>
                  {t('tools.csv')}
                </button>
                <button {...tool} onClick={() => window.print()}>
                  {t('tools.print')}
                </button>
              </>
            )}
            <button {...tool} onClick={printCards}>
              {t('cards.print')}
            </button>
          </div>
        </div>
      </div>
      {editor !== null && (
        <editor.Panel {...{ controller, texts, names, reading }} canKeep={editor.canKeep} onDone={closeEditor} />
      )}
      <p className="maths-sr-only" role="status">
        {onlyHelp && t('shown', { part: rows.length, whole: students })}
      </p>
      {started === 0 && (
        <div className="maths-nothing">
          <slot name="art" />
          <div>
            <h2 className="maths-package-name">{t('none.heading')}</h2>
            <p>{t('none.text')}</p>
          </div>
          {cards}
        </div>
      )}
      {started > 0 && printing === 'cards' && cards}
      {started > 0 &&
        printing !== 'cards' &&
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
