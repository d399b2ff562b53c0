import { day } from '../../../lib/time.ts';
import type { ClassroomReading, StudentProgress } from '../../../services/school-zone/classroom.ts';

export const now = Date.parse('2026-11-21T10:00:00Z');
export const daysAgo = (days: number): string => new Date(now - days * day).toISOString();

type Played = Readonly<Record<string, Readonly<Record<string, readonly [done: number, total: number]>>>>;

/** Creates a student who played the last of the given packages yesterday, unless overridden. */
export const aStudent = (
  code: string,
  played: Played = {},
  lastPlayedAt: string | null = daysAgo(1),
  completed: StudentProgress['completed'] = {},
): StudentProgress => ({
  code,
  completed,
  lastPlayedAt: Object.keys(played).length === 0 ? null : lastPlayedAt,
  packages: new Map(
    Object.entries(played).map(([name, concepts]) => [
      name,
      new Map(Object.entries(concepts).map(([concept, [done, total]]) => [concept, { done, total }])),
    ]),
  ),
});

/** Creates a class in which no student needs help. */
export const aReading = (
  students: readonly StudentProgress[] = [],
  changes: Partial<ClassroomReading> = {},
): ClassroomReading => ({
  name: 'Class 3B',
  code: 'K7P-42M',
  students,
  etag: 'W/"1"',
  help: [],
  readAt: now,
  countedFrom: now - 60 * day,
  ...changes,
});
