import { curriculum } from '../../config/curriculum.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';

/** More rows than a window is high. */
const rows = 24;
const moment = new Date(0).toISOString();

/** In the place of a class that is not known yet: one that has begun where most begin, in the first package. */
export const openingClass = (name: string): ClassroomReading => {
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
    packages,
  }));
  return { name, code: '000-000', createdAt: moment, students, cursor: '', partial: false };
};
