import type { Endpoints } from '../../config/endpoints.ts';
import {
  classroomDetailedPath,
  classroomIdPattern,
  type CompletedByWeek,
  type CountedClassroom,
  type CountedStudent,
  readClassroom,
  type StudentHelp,
  isSchoolZoneFailure,
} from '../../contracts/calls/school-zone.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { type Guarded, isRecord, literal, object, parseJson, text } from '../../contracts/shapes.ts';
import { failureReader } from '../http/attempt.ts';
import { createHttp, type Http } from '../http/http.ts';

/** The levels of a concept: how many were completed, and how many exist. */
export type Tally = { done: number; total: number };
export type StudentProgress = {
  code: string;
  /** ISO 8601, or null for never. */
  lastPlayedAt: string | null;
  /** package -> concept -> tally, for everything that the student opened. */
  packages: ReadonlyMap<string, ReadonlyMap<string, Tally>>;
  completed: CompletedByWeek;
};

/** Reads a 'done/total'. Returns undefined when it is no text, or has no number of levels. */
const readTally = (status: unknown): Tally | undefined => {
  const [, done, total] = /^(\d{1,6})\/([1-9]\d{0,5})$/.exec(text(status) ? status : '') ?? [];
  return total === undefined ? undefined : { done: Number(done), total: Number(total) };
};

/** Returns each student's progress, as the server counted it (decisions.md#6-flows), or none if damaged. */
export const studentsProgress = (students: readonly CountedStudent[]): StudentProgress[] =>
  students.map(({ studentCode, levelStatus, lastPlayedAt, completed }) => {
    const packages = new Map<string, ReadonlyMap<string, Tally>>();
    for (const [name, concepts] of Object.entries(parseJson(levelStatus, isRecord) ?? {})) {
      const tallies = new Map<string, Tally>();
      for (const [concept, status] of Object.entries(isRecord(concepts) ? concepts : {})) {
        const tally = readTally(status);
        if (tally !== undefined) tallies.set(concept, tally);
      }
      packages.set(name, tallies);
    }
    return { code: studentCode, lastPlayedAt, packages, completed };
  });

export type ClassroomReading = {
  name: string;
  code: string;
  students: readonly StudentProgress[];
  /** For the next reading. undefined if the server sends none. */
  etag: string | undefined;
  /** The students who may need help, of the whole class. */
  help: readonly StudentHelp[];
  /** The server's time in milliseconds, because this computer's clock may be wrong. */
  readAt: number;
  /** When the counting by weeks began, in milliseconds. */
  countedFrom: number;
};

type ReadClassroom = {
  classroomID: string;
  /** The one of the last reading. */
  etag?: string | undefined;
  /** Background update: one attempt, because the next update follows soon. */
  live?: boolean;
};

/** Reads a class (product-spec.md#7-calls-made). Returns null when nothing changed since the reading of this `etag`. */
export type ClassroomsClient = {
  read(request: ReadClassroom, signal?: AbortSignal): Promise<Result<ClassroomReading | null>>;
};

const isUnchanged = literal('unchanged');
const hasEtag = object({}, { etag: text });
const isReading = (input: unknown): input is 'unchanged' | (CountedClassroom & Guarded<typeof hasEtag>) =>
  isUnchanged(input) || (readClassroom.answer(input) && hasEtag(input));

const readSuccess = async (response: Response): Promise<unknown> => {
  if (response.status === 304) return 'unchanged';
  const etag = response.headers.get('ETag') ?? undefined;
  return { ...parseJson(await response.text(), isRecord), etag };
};

export const createClassroomsClient = ({ portal }: Endpoints, http: Http = createHttp()): ClassroomsClient => ({
  read: async ({ classroomID, etag, live = false }, signal) => {
    // A link that was truncated in a mail. The server would return the same, so no request is needed.
    if (!classroomIdPattern.test(classroomID)) return fail('CLASSROOM_DOES_NOT_EXIST');
    const result = await http.request({
      method: 'GET',
      url: `${portal}${classroomDetailedPath(classroomID)}?levels=counted`,
      headers: etag === undefined ? {} : { 'If-None-Match': etag },
      answer: isReading,
      readSuccess,
      readFailure: failureReader(isSchoolZoneFailure),
      repeatable: !live,
      // The first call with a mailed link is reported to the operator's receivers, if the teacher consented.
      consent: true,
      signal,
    });
    if (!result.ok) return result;
    if (isUnchanged(result.value)) return succeed(null);
    const { name, code, help, students, readAt, countedFrom, etag: next } = result.value;
    const times = { readAt: Date.parse(readAt), countedFrom: Date.parse(countedFrom) };
    return succeed({ name, code, help, etag: next, students: studentsProgress(students), ...times });
  },
});
