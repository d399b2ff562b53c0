import { useLayoutEffect, useRef } from 'react';
import { useElement } from '../shared/use-element.ts';
import { type ClassTexts, emptyCell, overviewId, type Panel, type StudentRow, shareOf } from './class-view.ts';
import type { StudentNames } from './student-names.ts';

type StudentPanelProps = {
  texts: ClassTexts;
  student: StudentRow;
  panels: readonly Panel[];
  name: string | undefined;
  /** The line above it on paper. */
  paperHead: string;
  onClose(): void;
};

/** The attributes of a button above the tables. */
export const tool = { type: 'button', className: 'maths-button maths-button-line maths-tool' } as const;

/**
 * Shows one student instead of the class, so that parents who look on see no other child. It fits on a printed page.
 */
export function StudentPanel({ texts, student, panels, name, paperHead, onClose }: StudentPanelProps) {
  const { t } = useElement();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const { cells, weeks, help } = student;
  const isBegun = ({ id }: Panel): boolean => (cells.get(id)?.done ?? 0) > 0;
  const untouched = panels.filter((panel) => !isBegun(panel));
  return (
    <section className="maths-one">
      <div className="maths-toolbar">
        <button {...tool} onClick={onClose}>
          {t('one.back')}
        </button>
        <button {...tool} onClick={() => window.print()}>
          {t('tools.print')}
        </button>
      </div>
      <p className="maths-one-paper">{paperHead}</p>
      <h2 ref={heading} tabIndex={-1} className="maths-package-name">
        {texts.student(student.code)} <bdi>{name}</bdi>
      </h2>
      {help !== null && <p className="maths-reason">{texts.help(help, student)}</p>}
      <p>{t('one.lastPlayed', { day: texts.lastPlayed(student) })}</p>
      <p>{t('one.weeks', { weeks: (weeks.get(overviewId) ?? []).map(texts.number).toReversed().join(', ') })}</p>
      <ul>
        {panels.filter(isBegun).map((panel) => (
          <PackageCard key={panel.id} {...{ texts, student, panel }} />
        ))}
      </ul>
      {untouched.length > 0 && (
        <p>{t('one.untouched', { packages: untouched.map(({ label }) => label).join(', ') })}</p>
      )}
    </section>
  );
}

/** What a student completed in a package, by concepts and weeks, and the first concept with levels left. */
function PackageCard({ texts, student, panel }: Pick<StudentPanelProps, 'texts' | 'student'> & { panel: Panel }) {
  const { t } = useElement();
  const { cells, completed, weeks } = student;
  const { id, label, columns } = panel;
  const [current = 0, before = 0] = weeks.get(id) ?? [];
  // Some were completed on a day that is not known.
  const earlier = Math.max(0, (cells.get(id)?.done ?? 0) - current - before);
  const next = columns.find(({ key }) => shareOf(cells.get(key)) < 1);
  const ofWeek = (week: number) => {
    const parts = columns
      .map(({ concept, label: name }) => ({ name, levels: completed[id]?.[concept]?.[week] ?? 0 }))
      .filter(({ levels }) => levels > 0);
    if (parts.length === 0) return emptyCell;
    return (
      <>
        <b>{texts.levels(parts.reduce((sum, { levels }) => sum + levels, 0))}</b>{' '}
        <span>{parts.map(({ name, levels }) => `${name} (${texts.number(levels)})`).join(', ')}</span>
      </>
    );
  };
  return (
    <li>
      <h3 className="maths-package-name">
        {label} <b>{texts.cell(cells.get(id))}</b>
      </h3>
      <dl>
        <dt>{t('one.week')}</dt>
        <dd>{ofWeek(0)}</dd>
        <dt>{t('one.before')}</dt>
        <dd>{ofWeek(1)}</dd>
        <dt>{t('one.earlier')}</dt>
        <dd>{earlier === 0 ? emptyCell : texts.levels(earlier)}</dd>
        <dt>{t('one.next')}</dt>
        <dd>{next?.label ?? t('one.all')}</dd>
      </dl>
    </li>
  );
}

/** `code` is the one of the class, and `students` are theirs. */
type StudentCardsProps = { texts: ClassTexts; names: StudentNames; code: string; students: readonly string[] };

/** Returns the rows and columns of cards that fill a landscape page: 2 × 4 for 8 students, 5 × 7 for 35. */
const cardGrid = (count: number): { rows: number; columns: number } => {
  const rows = Math.max(2, Math.ceil(Math.sqrt(count + 1) - 1));
  return { rows, columns: Math.max(2, Math.ceil(count / rows)) };
};

/** The longest word, in letters, that fits on the smallest card in the usual size. */
const wordMaximum = 13;

/** A card to cut out for each student: the name or a line for it, and the way into the game with both codes. */
export function StudentCards({ texts, names, code, students }: StudentCardsProps) {
  const { t } = useElement();
  // Not an attribute, which a policy without inline styles would block.
  const fit = (list: HTMLUListElement | null): void => {
    const { rows, columns } = cardGrid(students.length);
    list?.style.setProperty('--_rows', String(rows));
    list?.style.setProperty('--_columns', String(columns));
  };
  return (
    <ul ref={fit} className="maths-cards" aria-label={t('cards.label')}>
      {students.map((student) => (
        <li key={student}>
          <CardName name={names.get(student) ?? ''} />
          <ol>
            <li>{t('cards.open')}</li>
            <li>{t('cards.zone')}</li>
            <li>
              {t('code')} <b>{code}</b>
            </li>
            <li>
              {t('cards.own')} <b className="maths-card-code">{texts.student(student)}</b>
            </li>
          </ol>
        </li>
      ))}
    </ul>
  );
}

/** A name that breaks between words only, in smaller letters if a word or the whole is long. */
function CardName({ name }: { name: string }) {
  const words = name.split(' ');
  const isLong = name.length > 2 * wordMaximum || name.split(/[ -]/).some((word) => word.length > wordMaximum);
  return (
    <p dir="auto" className={isLong ? 'maths-card-name maths-card-name-long' : 'maths-card-name'}>
      {words.flatMap((word, at) => [
        at > 0 && ' ',
        <span key={at} className={word.length > wordMaximum ? undefined : 'maths-card-word'}>
          {word}
        </span>,
      ])}
    </p>
  );
}
