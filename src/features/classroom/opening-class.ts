import { curriculum } from '../../config/curriculum.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';

const moment = new Date(0).toISOString();

/**
 * Returns a class of `rows` students that has started the first package, as most classes have. It is shown in grey
 * until the real class is loaded.
 */
export const openingClass = (name: string, rows: number): ClassroomReading => {
  const first = curriculum.packages.slice(0, 1);
  const packages = new Map(
    first.map(({ id, concepts }) => [
      id,
      new Map(concepts.map((concept) => [concept.id, { done: concept.levels, total: concept.levels }])),
    ]),
  );
  const students = Array.from({ length: rows }, (_, place) => ({
    code: String(place).padStart(3, '0'),
    lastPlayedAt: moment,
    lastPackage: null,
    packages,
  }));
  return { name, code: '000-000', createdAt: moment, students, cursor: '', partial: false };
};
