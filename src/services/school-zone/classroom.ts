import type { Endpoints } from '../../config/endpoints.ts';
import {
  type ClassroomDetailedAnswer,
  classroomDetailedPath,
  classroomIdPattern,
  helpReasons,
  type LevelPlayed,
  type StudentHelp,
} from '../../contracts/school-zone.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { flag, type TypeGuard, isRecord, list, literal, nullable, object, oneOf, text } from '../../lib/shapes.ts';
import { createHttp, type Http } from '../http/http.ts';
import { readSchoolZoneFailure } from './school-zone-api.ts';
import { type AnsweredStudent, type StudentProgress, studentsProgress } from './student-progress.ts';

export type ClassroomReading = {
  name: string;
  code: string;
  students: readonly StudentProgress[];
  /** The cursor for the next reading. */
  cursor: string;
  /** Whether `students` contains only those who played since the cursor. */
  partial: boolean;
  /** The students who may need help, of the whole class. None if the server does not report them. */
  help: readonly StudentHelp[];
  /** The server's time in milliseconds, because this computer's clock may be wrong; undefined if it is not reported. */
  readAt: number | undefined;
};

export type ReadClassroom = {
  classroomID: string;
  /** The cursor of the last reading. The response can then be partial. */
  since?: string | undefined;
  /** Background update: one attempt, because the next update follows soon. */
  live?: boolean;
};

/** Reads the progress of a class (product-spec.md#7-calls-made). Everyone who has the id may see it. */
export type ClassroomsClient = {
  read(request: ReadClassroom, signal?: AbortSignal): Promise<Result<ClassroomReading>>;
};

/** Checks the values that the page formats, because `Intl` throws for invalid ones. */
const moment = (input: unknown): input is string => text(input) && !Number.isNaN(Date.parse(input));

/** A manual check: `object` would take a tenth of a second for the 20,000 levels of a class on a slow computer. */
const isLevelPlayed: TypeGuard<LevelPlayed> = (input): input is LevelPlayed =>
  isRecord(input) && text(input['concept']) && text(input['level']) && flag(input['completed']);

const isStudent: TypeGuard<AnsweredStudent> = object(
  { studentCode: text, levelStatus: text, lastPlayedAt: nullable(moment) },
  { levelsPlayed: list(isLevelPlayed), lastPackage: nullable(text) },
);
const isHelp: TypeGuard<StudentHelp> = object({
  studentCode: text,
  reason: oneOf(helpReasons),
  package: nullable(text),
});
const isAnswer: TypeGuard<Omit<ClassroomDetailedAnswer<AnsweredStudent>, 'createdAt'>> = object(
  { success: literal(true), name: text, code: text, students: list(isStudent), cursor: text, partial: flag },
  { readAt: moment, help: list(isHelp) },
);

export const createClassroomsClient = ({ portal }: Endpoints, http: Http = createHttp()): ClassroomsClient => ({
  read: async ({ classroomID, since, live = false }, signal) => {
    // A link that was truncated in a mail. The server would return the same, so no request is needed.
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
    const { success: _, students, help = [], readAt, ...known } = result.value;
    return succeed({
      ...known,
      students: studentsProgress(students),
      help,
      readAt: readAt === undefined ? undefined : Date.parse(readAt),
    });
  },
});
