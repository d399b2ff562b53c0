import { useLayoutEffect, useRef } from 'react';
import { useElement } from '../shared/use-element.ts';
import { type ClassTexts, emptyCell, overviewId, type Panel, type StudentRow, shareOf } from './class-view.ts';

type PackageDetail = {
  id: string;
  label: string;
  /** What was completed in the last seven days, and in the seven before: the concepts and their levels. */
  weeks: readonly (readonly { concept: string; levels: number }[])[];
  /** Levels that were completed before, or on a day that is not known. */
  earlier: number;
  /** The first concept with levels left; null when all are completed. */
  next: string | null;
};

/** Returns the packages in which a student completed something, in teaching order. */
const packagesOf = ({ cells, completed, weeks }: StudentRow, panels: readonly Panel[]): PackageDetail[] =>
  panels.flatMap(({ id, label, columns }) => {
    const { done } = cells.get(id) ?? { done: 0 };
    if (done === 0) return [];
    const [current = 0, before = 0] = weeks.get(id) ?? [];
    const ofWeek = (week: number) =>
      columns.flatMap(({ concept, label: name }) => {
        const levels = completed[id]?.[concept]?.[week] ?? 0;
        return levels === 0 ? [] : [{ concept: name, levels }];
      });
    const next = columns.find(({ key }) => shareOf(cells.get(key)) < 1)?.label ?? null;
    return [{ id, label, weeks: [ofWeek(0), ofWeek(1)], earlier: Math.max(0, done - current - before), next }];
  });

type StudentPanelProps = {
  texts: ClassTexts;
  student: StudentRow;
  panels: readonly Panel[];
  name: string | undefined;
  /** The line above it on paper. */
  paperHead: string;
  onClose(): void;
};

const tool = { type: 'button', className: 'maths-button maths-button-line maths-tool' } as const;

/**
 * Shows one student instead of the class, so that parents who look on see no other child. It fits on a printed page.
 */
export function StudentPanel({ texts, student, panels, name, paperHead, onClose }: StudentPanelProps) {
  const { t } = useElement();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const { cells, weeks, help } = student;
  const begun = packagesOf(student, panels);
  const untouched = panels.filter(({ id }) => begun.every((one) => one.id !== id));
  const ofWeek = (parts: PackageDetail['weeks'][number] = []) => {
    if (parts.length === 0) return emptyCell;
    const sum = parts.reduce((all, { levels }) => all + levels, 0);
    const concepts = parts.map(({ concept, levels }) => `${concept} (${texts.number(levels)})`);
    return (
      <>
        <b>{texts.levels(sum)}</b> <span>{concepts.join(', ')}</span>
      </>
    );
  };
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
        {begun.map(({ id, label, weeks: [current, before], earlier, next }) => (
          <li key={id}>
            <h3 className="maths-package-name">
              {label} <b>{texts.cell(cells.get(id))}</b>
            </h3>
            <dl>
              <dt>{t('one.week')}</dt>
              <dd>{ofWeek(current)}</dd>
              <dt>{t('one.before')}</dt>
              <dd>{ofWeek(before)}</dd>
              <dt>{t('one.earlier')}</dt>
              <dd>{earlier === 0 ? emptyCell : texts.levels(earlier)}</dd>
              <dt>{t('one.next')}</dt>
              <dd>{next ?? t('one.all')}</dd>
            </dl>
          </li>
        ))}
      </ul>
      {untouched.length > 0 && (
        <p>{t('one.untouched', { packages: untouched.map(({ label }) => label).join(', ') })}</p>
      )}
    </section>
  );
}
