import { useMemo } from 'react';
import { curriculum } from '../../config/curriculum.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { useElement } from '../shared/use-element.ts';
import { ClassProgress, type ClassProgressProps } from './class-progress.tsx';
import { noNames } from './names/student-names.ts';
import { rowsInSight } from './use-shown-rows.ts';

/**
 * Returns a class of `rows` students that has started the first package, as most classes have. It is shown in grey
 * until the real class is loaded.
 */
const openingClass = (name: string, rows: number): ClassroomReading => {
  const first = curriculum.packages.slice(0, 1);
  const packages = new Map(
    first.map(({ id, concepts }) => [
      id,
      new Map(concepts.map((concept) => [concept.id, { done: concept.levels, total: concept.levels }])),
    ]),
  );
  const students = Array.from({ length: rows }, (_, place) => ({
    code: String(place),
    lastPlayedAt: null,
    lastPackage: null,
    packages,
  }));
  return { name, code: '000-000', students, cursor: '', partial: false, help: [], readAt: undefined };
};

/**
 * Renders the page before the class is known. It is the page with a class of the same shape, so that nothing moves when
 * the answer arrives, and its values are grey. It is inert and hidden from screen readers.
 */
export function OpeningView(props: Pick<ClassProgressProps, 'controller' | 'texts'>) {
  const { t } = useElement();
  const heading = t('heading');
  const reading = useMemo(() => openingClass(heading, rowsInSight()), [heading]);
  return (
    <>
      <h1 className="maths-sr-only">{heading}</h1>
      <div className="maths-opening" aria-hidden="true" inert>
        <ClassProgress {...props} reading={reading} readAt={0} late={false} names={noNames} takesFocus={false} />
      </div>
    </>
  );
}
