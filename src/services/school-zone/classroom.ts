import type { Endpoints } from '../../config/endpoints.ts';
import {
  type ClassroomDetailedAnswer,
  classroomDetailedPath,
  classroomIdPattern,
  type LevelPlayed,
} from '../../contracts/school-zone.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { flag, type Guard, isRecord, list, literal, nullable, object, text } from '../../lib/shapes.ts';
import { createHttp, type Http } from '../http/http.ts';
import { readSchoolZoneFailure } from './school-zone-api.ts';
import { type AnsweredStudent, type StudentProgress, studentsProgress } from './student-progress.ts';

export type ClassroomReading = {
  name: string;
  code: string;
  /** ISO 8601. */
  createdAt: string;
  students: readonly StudentProgress[];
  /** For the next reading. */
  cursor: string;
  /** `students` are only those who played since the cursor. */
  partial: boolean;
};

export type ReadClassroom = {
  classroomID: string;
  /** Of the last reading: the answer may then be partial. */
  since?: string | undefined;
  /** Background update: one attempt, because the next update follows soon. */
  live?: boolean;
};

/** Reads the progress of a class (spec section 7). Everyone who has the id may see it. */
export type Classrooms = { read(request: ReadClassroom, signal?: AbortSignal): Promise<Result<ClassroomReading>> };

/** What the page formats must not surprise `Intl`: it throws. */
const moment = (input: unknown): input is string => text(input) && !Number.isNaN(Date.parse(input));

/** By hand: `object` would take a tenth of a second for the 20,000 levels of a class, on a slow computer. */
const isLevelPlayed: Guard<LevelPlayed> = (input): input is LevelPlayed =>
  isRecord(input) && text(input['concept']) && text(input['level']) && flag(input['completed']);

const isStudent: Guard<AnsweredStudent> = object(
  { studentCode: text, levelStatus: text, lastPlayedAt: nullable(moment) },
  { levelsPlayed: list(isLevelPlayed), lastPackage: nullable(text) },
);
const isAnswer: Guard<ClassroomDetailedAnswer<AnsweredStudent>> = object({
  success: literal(true),
  name: text,
  code: text,
  createdAt: moment,
  students: list(isStudent),
  cursor: text,
  partial: flag,
});

export const createClassrooms = ({ portal }: Endpoints, http: Http = createHttp()): Classrooms => ({
  read: async ({ classroomID, since, live = false }, signal) => {
    // A link that was cut off in a mail: the server need not be asked, and would say the same.
    if (!classroomIdPattern.test(classroomID)) return fail('CLASSROOM_DOES_NOT_EXIST');
    const query = new URLSearchParams({ ...(since === undefined ? {} : { since }), levels: 'counted' });
    const result = await http.request({
      method: 'GET',
      url: `${portal}${classroomDetailedPath(classroomID)}?${query}`,
      answer: isAnswer,
      readFailure: readSchoolZoneFailure,
      repeatable: !live,
      signal,
    });
    if (!result.ok) return result;
    const { name, code, createdAt, students, cursor, partial } = result.value;
    return succeed({ name, code, createdAt, students: studentsProgress(students), cursor, partial });
  },
});
