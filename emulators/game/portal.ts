import { randomBytes } from 'node:crypto';
import { apiPaths } from '../../src/contracts/api.ts';
import type { Language } from '../../src/contracts/language.ts';
import {
  type ClassroomIds,
  classroomDetailed,
  classroomDetailedPath,
  type CreateTeacherBody,
  type ListedClassroom,
  type ProgressBody,
  reportProgress,
  signUpTeacher,
} from '../../src/contracts/calls/school-zone.ts';
import { object, text, type TypeGuard } from '../../src/contracts/shapes.ts';

export type PortalOptions = {
  /** The origin at which this process reaches the portal. */
  url: string;
  titleId: string;
  /** The key of the game's server. It must never reach a browser, because it permits reports for every class. */
  gameKey: string;
  fetch: typeof fetch;
};

/** An error response of the portal or of PlayFab. `code` is its error code. */
export class PortalRefusal extends Error {
  override name = 'PortalRefusal';
  readonly code: string;
  constructor(code: string) {
    super(`The portal answered ${code}.`);
    this.code = code;
  }
}

const isFailure = object({ error: text });
const isPlayer = object({ data: object({ PlayFabId: text }) });

/** Creates the calls of the game and of a teacher's browser. Each throws a `PortalRefusal` for an error response. */
export const createPortalCalls = ({ url, titleId, gameKey, fetch }: PortalOptions) => {
  const call = async <Answer>(isAnswer: TypeGuard<Answer>, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(url + path, init);
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && isAnswer(answer)) return answer;
    throw new PortalRefusal(isFailure(answer) ? answer.error : `HTTP_${response.status}`);
  };
  const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  return {
    createTeacher: async (
      teacher: Pick<CreateTeacherBody, 'email' | 'name' | 'numStudents' | 'ageGroup'>,
      language: Language,
    ): Promise<ClassroomIds> => {
      const teacherAuthID = randomBytes(32).toString('base64url');
      const login = json({ TitleId: titleId, CustomId: teacherAuthID, CreateAccount: true });
      const { data } = await call(isPlayer, `${apiPaths.playfab}/Client/LoginWithCustomID`, login);
      const body: CreateTeacherBody = {
        ...teacher,
        schoolName: '',
        referralEmail: '',
        teacherAuthID,
        teacherPlayfabID: data.PlayFabId,
      };
      const form = { method: 'POST', body: new URLSearchParams(body) };
      const made = await call(signUpTeacher.answer, `${signUpTeacher.path}?lang=${language}`, form);
      return { classroomCode: made.classroomCode, classroomID: made.classroomID };
    },
    readClass: (classroomID: string): Promise<ListedClassroom> =>
      call(classroomDetailed, classroomDetailedPath(classroomID)),
    report: async (progress: ProgressBody): Promise<void> => {
      await call(reportProgress.answer, reportProgress.path, json(progress, { authorization: `Bearer ${gameKey}` }));
    },
  };
};
