import type { Endpoints } from '../../config/endpoints.ts';
import { requestLimit } from '../../config/limits.ts';
import type { AuthResult, SignedResult } from '../../contracts/auth-result.ts';
import type { Language } from '../../contracts/language.ts';
import {
  type ClassroomIds,
  type CreateTeacherBody,
  requestClassroomLink,
  requestClassroomUpdate,
  type RequestLinkBody,
  signUpTeacher,
  type UpdateClassroomBody,
  isSchoolZoneFailure,
} from '../../contracts/calls/school-zone.ts';
import { failureReader } from '../http/attempt.ts';
import { createHttp, type Http, withDeadline } from '../http/http.ts';
import { logWarning } from '../../lib/browser.ts';
import { type Result, succeed, withoutValue } from '../../lib/result.ts';
import { createPortalCall } from '../http/portal-call.ts';
import { isSignInResponse } from '../../session/session-store.ts';
import { createCustomId, createLinkAccount, createPlayfabCall, sendLogin } from '../identity/playfab-call.ts';

/** The teachers' part of the schoolzone-api (product-spec.md#7-calls-made). */
export const createTeachersClient = (endpoints: Endpoints, http: Http = createHttp()) => {
  const call = createPortalCall(endpoints, http, failureReader(isSchoolZoneFailure));
  return {
    /** Is not retried. `teacherAuthID` makes it safe to submit again. */
    create: (
      body: CreateTeacherBody,
      lang: Language,
      signal?: AbortSignal,
    ): Promise<Result<ClassroomIds & SignedResult>> => call(signUpTeacher, { query: { lang }, body }, signal),
    /** Mails the link of the class, if the address has one. */
    requestLink: async (body: RequestLinkBody, lang: Language, signal?: AbortSignal) =>
      withoutValue(await call(requestClassroomLink, { query: { lang }, body }, signal)),
    /** Changes nothing yet: the teacher receives a mail with a link that applies the change. */
    requestUpdate: async (body: UpdateClassroomBody, lang: Language, signal?: AbortSignal) =>
      withoutValue(await call(requestClassroomUpdate, { query: { lang }, body }, signal)),
  };
};
export type TeachersClient = ReturnType<typeof createTeachersClient>;

/**
 * The identity provider for teachers (product-spec.md#7-calls-made): an account without a password, which its custom id
 * alone opens. It is apart from the parents' one, so that neither form loads the calls of the other.
 */
export const createTeacherIdentity = (endpoints: Endpoints, http: Http = createHttp()) => {
  const call = createPlayfabCall(endpoints.playfab, http);
  return {
    /** Creates the account with the first call, and finds it with every other. */
    loginWithCustomId: (customId: string, signal?: AbortSignal) =>
      // The request contains nothing that a teacher typed, so no field is marked (decisions.md#6-flows).
      sendLogin(call, 'GENERIC_ERROR', {
        method: 'LoginWithCustomID',
        request: { CustomId: customId, CreateAccount: true },
        answer: isSignInResponse,
        signal,
      }),

    linkCustomId: createLinkAccount(call, 'LinkCustomID', 'CustomId'),
    linkIosDeviceId: createLinkAccount(call, 'LinkIOSDeviceID', 'DeviceId'),
  };
};

export type CreateTeacherServices = {
  identity: ReturnType<typeof createTeacherIdentity>;
  teachers: Pick<TeachersClient, 'create'>;
};

/** The values that a teacher types, and the key of a partner's page. */
export type TeacherDetails = Omit<CreateTeacherBody, 'teacherAuthID' | 'teacherPlayfabID' | 'ticket'>;

export type CreateTeacher = (
  form: TeacherDetails,
  language: Language,
  signal?: AbortSignal,
) => Promise<Result<AuthResult>>;

const logFailedLink = (result: Result<void>): void => {
  if (!result.ok) logWarning(`The teacher's id was not linked: ${result.failure.code}`);
};

/** Signs a teacher up under one deadline. No session is stored: the portal would take the teacher for a parent. */
export const createCreateTeacher = ({ identity, teachers }: CreateTeacherServices): CreateTeacher => {
  /**
   * One id per email until its class exists, so that a second submit after a lost response returns the same class
   * (decisions.md#6-flows). It also opens the teacher's PlayFab account, so it is kept in memory only.
   */
  const authIds = new Map<string, string>();
  return (form, language, signal) =>
    withDeadline(requestLimit, signal, async (limited) => {
      const email = form.email.toLowerCase();
      const teacherAuthID = authIds.get(email) ?? createCustomId();
      authIds.set(email, teacherAuthID);
      const login = await identity.loginWithCustomId(teacherAuthID, limited);
      if (!login.ok) return login;
      const player = login.value;
      // These start first, as specified. Their failures are only logged, so the sign-up does not wait for them.
      void identity.linkCustomId(player, teacherAuthID, limited).then(logFailedLink);
      void identity.linkIosDeviceId(player, teacherAuthID, limited).then(logFailedLink);
      const { PlayFabId: teacherPlayfabID, SessionTicket: ticket } = player.data;
      const proof = form.partner === undefined ? {} : { ticket };
      const body: CreateTeacherBody = { ...form, ...proof, teacherAuthID, teacherPlayfabID };
      const classroom = await teachers.create(body, language, limited);
      if (!classroom.ok) return classroom;
      authIds.delete(email);
      // A teacher has no portal token: `userID` is the PlayFab id.
      const session = JSON.stringify({ ...player, email: form.email });
      return succeed({ session, userID: teacherPlayfabID, playfabID: teacherPlayfabID, ...classroom.value });
    });
};
