import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { apiPaths, serverPaths, userApiVersion } from '../../src/contracts/api.ts';
import { classroomDetailedPath, schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';
import { encodePParameter } from '../../src/contracts/token.ts';
import { functionSecrets, gameKeys, testTitleId } from './portal-parts.ts';
import { newTeacher } from './school-calls.ts';

export type Call = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};
/** Makes a call from a visitor's address. @returns the JSON of a success. */
export type Send = (visitor: number, call: Call) => Promise<unknown>;

const bound = z.object({ success: z.literal(true), userAPIResponse: z.object({ id: z.string() }) });
const paymentPage = z.object({ data: z.object({ session: z.object({ url: z.string() }) }) });
const subscription = z.object({ isSubscribed: z.boolean() });
const classroom = z.object({ classroomCode: z.string(), classroomID: z.string() });
const detailed = z.object({
  students: z.array(z.object({ studentCode: z.string(), levelsPlayed: z.array(z.object({ completed: z.boolean() })) })),
});

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

export type Parent = { visitor: number; userId: string; token: string };
export type SchoolClass = { visitor: number; email: string; code: string; id: string };

/** Creates the calls to the portal by parents, teachers, PlayFab and the game. */
export const createVisitors = (send: Send, titleToken: string) => {
  const students = async ({ visitor, id }: SchoolClass) =>
    detailed.parse(await send(visitor, { method: 'GET', path: classroomDetailedPath(id) })).students;
  return {
    /** Signs a parent up: PlayFab's function call, then the activation. */
    signUp: async (visitor: number): Promise<Parent> => {
      const token = randomBytes(32).toString('base64url');
      const player = randomBytes(8).toString('hex').toUpperCase();
      const call = {
        FunctionArgument: { token, userApiVersion, newParentPortalAccount: true, lang: 'en' },
        CallerEntityProfile: {
          Entity: { Id: `T${player}`, Type: 'title_player_account' },
          Lineage: { TitleId: testTitleId, MasterPlayerAccountId: player },
        },
        TitleAuthenticationContext: { Id: testTitleId, EntityToken: titleToken },
      };
      const path = `${serverPaths.playfabFunction}?secret=${functionSecrets[0]}`;
      const answer = await send(visitor, { method: 'POST', path, headers: json, body: JSON.stringify(call) });
      const body = new URLSearchParams({ token }).toString();
      await send(visitor, { method: 'PUT', path: `${apiPaths.integrations}?p=1`, headers: form, body });
      return { visitor, userId: bound.parse(answer).userAPIResponse.id, token };
    },
    /** @returns the path of the payment page, which ends with the id of the checkout. */
    purchase: async ({ visitor, userId, token }: Parent): Promise<string> => {
      const headers = { ...json, ...bearer(token) };
      const body = JSON.stringify({ userID: userId, lang: 'en' });
      const answer = await send(visitor, { method: 'POST', path: apiPaths.purchaseSession, headers, body });
      return new URL(paymentPage.parse(answer).data.session.url).pathname;
    },
    /** Returns to the portal after the payment. */
    refresh: async ({ visitor, token }: Parent, page: string): Promise<boolean> => {
      const headers = { ...json, ...bearer(token) };
      const body = JSON.stringify({ checkoutSessionID: page.split('/').at(-1) });
      const answer = await send(visitor, { method: 'POST', path: apiPaths.refreshSubscription, headers, body });
      return subscription.parse(answer).isSubscribed;
    },
    isSubscribed: async ({ visitor, token }: Parent): Promise<boolean> => {
      const path = `${apiPaths.subscriptionStatus}?p=${encodeURIComponent(encodePParameter(token))}`;
      return subscription.parse(await send(visitor, { method: 'GET', path })).isSubscribed;
    },
    /** Signs a teacher up, to whom a mail is promised. */
    openClass: async (visitor: number): Promise<SchoolClass> => {
      const teacher = newTeacher();
      const body = new URLSearchParams(teacher).toString();
      const path = `${schoolZonePaths.teachers}?lang=en`;
      const answer = classroom.parse(await send(visitor, { method: 'POST', path, headers: form, body }));
      return { visitor, email: teacher.email, code: answer.classroomCode, id: answer.classroomID };
    },
    /** Reports for each student of the class that the first level was completed. */
    play: async (school: SchoolClass): Promise<void> => {
      for (const { studentCode } of await students(school)) {
        const report = {
          classroomCode: school.code,
          studentCode,
          package: 'small_numbers',
          concept: 'counting_to_10',
          level: 'counting_to_10_01',
          completed: true,
          total: 8,
        };
        const headers = { ...json, ...bearer(gameKeys[0] ?? '') };
        const body = JSON.stringify(report);
        await send(school.visitor, { method: 'POST', path: schoolZonePaths.progress, headers, body });
      }
    },
    /** Returns how many levels the students of the class completed. */
    completed: async (school: SchoolClass): Promise<number> =>
      (await students(school)).flatMap(({ levelsPlayed }) => levelsPlayed.filter((level) => level.completed)).length,
  };
};
export type Visitors = ReturnType<typeof createVisitors>;
