import type { ClassroomReading } from '../../services/school-zone/classroom.ts';

/** Merges a reading. A partial one replaces the students who played since; the others keep their objects. */
export const mergeReading = (before: ClassroomReading | null, next: ClassroomReading): ClassroomReading => {
  if (before === null || !next.partial) return next;
  const played = new Map(next.students.map((student) => [student.code, student]));
  return { ...next, students: before.students.map((student) => played.get(student.code) ?? student) };
};
