import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { useElement } from '../shared/use-element.ts';
import { type ClassTexts, classView, type Filter, overviewId, pressedSort, weekSentence } from './class-view.ts';
import type { ClassroomController, ClassroomState } from './controller.ts';
import { classFile } from './csv.ts';
import type { NamesPanel } from './names-panel.tsx';
import { PackagePanel } from './progress-table.tsx';
import { StudentCards, StudentPanel, tool } from './students.tsx';

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
    const ended = new AbortController();
    addEventListener('beforeprint', begin, ended);
    addEventListener('afterprint', end, ended);
    return () => ended.abort();
  }, []);
  const printCards = () => {
    wanted.current = 'cards';
    window.print();
  };
  return { printing, printCards };
};

type ClassProgressProps = Pick<ClassroomState, 'readAt' | 'late' | 'names'> & {
  controller: ClassroomController;
  texts: ClassTexts;
  reading: ClassroomReading;
  /** Whether the class replaces an error after a press on "Try again". Its heading then takes the focus. */
  takesFocus: boolean;
};

/** Shows the class of the last reading. Order, filter and open panels survive a refresh and a change of language. */
export function ClassProgress({ controller, texts, reading, readAt, late, names, takesFocus }: ClassProgressProps) {
  const { t } = useElement();
  const [sort, setSort] = useState({ key: 'student', descending: false });
  const [only, setOnly] = useState<Filter | null>(null);
  const view = classView(reading, { sort, only }, t.language);
  const { printing, printCards } = usePrinting();
  const [open, setOpen] = useState<readonly string[]>([overviewId]);
  const toggle = (id: string) => setOpen(open.includes(id) ? open.filter((other) => other !== id) : [...open, id]);
  const { panels, rows, started, students, matching } = view;
  const week = weekSentence(view, t, texts);
  const paperHead = (...parts: string[]) => [reading.name, reading.code, ...parts].join(' – ');
  /** The panel and the code of the student whose page is open. The focus returns there. */
  const [chosen, setChosen] = useState<string | null>(null);
  const student = rows.find(({ code }) => chosen?.endsWith(`/${code}`));
  const closeStudent = () => {
    flushSync(() => setChosen(null));
    const page = heading.current?.closest('.maths');
    page?.querySelector<HTMLElement>(`[data-student="${chosen}"]`)?.focus();
  };
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
  // A browser that stores nothing says so before a name is typed. Another tab can have stored names by then.
  const openEditor = ({ NamesPanel: Panel }: { NamesPanel: typeof NamesPanel }) =>
    setEditor({ Panel, canKeep: controller.names?.update() ?? false });
  const toggleNames = () => {
    if (editor !== null) setEditor(null);
    // Loaded at the press, with the parser of tables. If the portal cannot be reached, a refresh explains it.
    else void import('./names-panel.tsx').then(openEditor, controller.refresh);
  };
  const namesButton = useRef<HTMLButtonElement>(null);
  const closeEditor = () => {
    // On a phone the button can be hidden by then.
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
        {/* The parents of one student look at nothing about the others. */}
        {student === undefined && (
          <>
            <p className="maths-started">{t('started', { count: started, whole: texts.number(students) })}</p>
            {started > 0 && <p className="maths-week-sentence">{week}</p>}
          </>
        )}
      </header>
      <div role="group" aria-label={t('tools.label')} hidden={student !== undefined}>
        <div className="maths-toolbar">
          {started > 0 && (
            <>
              {(['help', 'idle'] as const).map(
                (filter) =>
                  (matching[filter] > 0 || only === filter) && (
                    <button
                      {...tool}
                      key={filter}
                      aria-pressed={only === filter}
                      onClick={() => setOnly(only === filter ? null : filter)}
                    >
                      {t(`tools.${filter}`)} <span className="maths-count">{matching[filter]}</span>
                    </button>
                  ),
              )}
              <button
                {...tool}
                className={`${tool.className} maths-more-button`}
                aria-expanded={showsMore}
                onClick={() => setShowsMore(!showsMore)}
              >
                {t('tools.more')}
              </button>
            </>
          )}
          {/* In a narrow container they are behind "More", and few before anybody has played. The page also reads the
              class again without a press. */}
          <div className={showsMore || started === 0 ? 'maths-more maths-more-open' : 'maths-more'}>
            <button {...tool} aria-describedby={ageId} onClick={controller.refresh}>
              {t('tools.refresh')}
            </button>
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
      {editor !== null && student === undefined && (
        <editor.Panel {...{ controller, texts, names, reading }} canKeep={editor.canKeep} onDone={closeEditor} />
      )}
      <p className="maths-sr-only" role="status">
        {only !== null && t('shown', { part: rows.length, whole: students })}
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
      {student !== undefined && printing !== 'cards' && (
        <StudentPanel
          {...{ texts, student, panels }}
          name={names.get(student.code)}
          paperHead={paperHead(texts.day(readAt))}
          onClose={closeStudent}
        />
      )}
      {started > 0 &&
        student === undefined &&
        printing !== 'cards' &&
        [{ ...view.overview, label: t('overview') }, ...panels].map((panel) => (
          <PackagePanel
            key={panel.id}
            {...{ texts, names, panel, rows, sort }}
            none={t(`none.${only ?? 'package'}`)}
            onSort={(key) => setSort(pressedSort(sort, key))}
            onStudent={setChosen}
            paperHead={
              printing && paperHead(panel.label, texts.day(readAt), ...(panel.id === overviewId ? [week] : []))
            }
            open={printing !== null || open.includes(panel.id)}
            onToggle={() => toggle(panel.id)}
          />
        ))}
      {student === undefined && controller.names !== undefined && <ClassLink />}
      <p className="maths-updated" id={ageId}>
        {t(late ? 'late' : 'updated', { time: texts.time(readAt) })}
      </p>
    </>
  );
}

/** Copies the address of the page, without the language of this reader, and says what others can do with it. */
function ClassLink() {
  const { t } = useElement();
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(location.origin + location.pathname).then(
      () => setSaid(t('link.copied')),
      () => setSaid(t('link.failed')),
    );
  return (
    <div className="maths-share">
      <button {...tool} onClick={() => void copy()}>
        {t('link.copy')}
      </button>
      <p>
        {t('link.what')} <b role="status">{said}</b>
      </p>
    </div>
  );
}
