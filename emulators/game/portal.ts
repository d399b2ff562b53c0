import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import type { Language } from '../../src/contracts/language.ts';
import {
  type ClassroomIds,
  classroomDetailedPath,
  type CreateTeacherBody,
  type ProgressBody,
  schoolZonePaths,
} from '../../src/contracts/calls/school-zone.ts';

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

const failure = z.object({ error: z.string() });
const player = z.object({ data: z.object({ PlayFabId: z.string() }) });
const classroom = z.object({ classroomCode: z.string(), classroomID: z.string() });
const detailed = z.object({
  code: z.string(),
  students: z.array(
    z.object({
      studentCode: z.string(),
      levelsPlayed: z.array(z.object({ level: z.string(), completed: z.boolean() })),
    }),
  ),
});
export type ClassState = z.infer<typeof detailed>;

/** Creates the calls of the game and of a teacher's browser. Each throws a `PortalRefusal` for an error response. */
export const createPortalCalls = ({ url, titleId, gameKey, fetch }: PortalOptions) => {
  const call = async <Answer>(shape: z.ZodType<Answer>, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(url + path, init);
    const answer: unknown = await response.json().catch(() => undefined);
    const parsed = shape.safeParse(answer);
    if (response.ok && parsed.success) return parsed.data;
    throw new PortalRefusal(failure.safeParse(answer).data?.error ?? `HTTP_${response.status}`);
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
      const { data } = await call(player, `${apiPaths.playfab}/Client/LoginWithCustomID`, login);
      const body: CreateTeacherBody = {
        ...teacher,
        schoolName: '',
        referralEmail: '',
        teacherAuthID,
        teacherPlayfabID: data.PlayFabId,
      };
      const form = { method: 'POST', body: new URLSearchParams(body) };
      return call(classroom, `${schoolZonePaths.teachers}?lang=${language}`, form);
    },
    readClass: (classroomID: string): Promise<ClassState> => call(detailed, classroomDetailedPath(classroomID)),
    report: async (progress: ProgressBody): Promise<void> => {
      await call(z.object({}), schoolZonePaths.progress, json(progress, { authorization: `Bearer ${gameKey}` }));
    },
  };
};
