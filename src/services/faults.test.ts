import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../config/endpoints.ts';
import { limits } from '../config/limits.ts';
import { userApiVersion } from '../contracts/api.ts';
import type { Result } from '../lib/result.ts';
import { createBillingClient } from './billing/billing.ts';
import { createHttp } from './http/http.ts';
import { createRefreshEntityToken, type RefreshEntityToken } from './identity/refresh-entity-token.ts';
import { createIdentity } from './identity/identity.ts';
import { createTeacherIdentity } from './identity/teacher-identity.ts';
import { createClassroomLinks } from './school-zone/classroom-links.ts';
import { createTeachersClient } from './school-zone/teachers.ts';
import { createTeacherBody, signInResponse } from './testing/builders.ts';
import { callFaults } from './testing/faults.ts';
import { createUsersClient } from './users/users.ts';

type Services = {
  users: ReturnType<typeof createUsersClient>;
  identity: ReturnType<typeof createIdentity>;
  billing: ReturnType<typeof createBillingClient>;
  refreshEntityToken: RefreshEntityToken;
  teacherIdentity: ReturnType<typeof createTeacherIdentity>;
  teachers: ReturnType<typeof createTeachersClient>;
  classroomLinks: ReturnType<typeof createClassroomLinks>;
};

const token = 'A'.repeat(43);
const argument = { token, userApiVersion, newParentPortalAccount: true, lang: 'en' } as const;
const player = signInResponse();

/** Every call of the widgets and the dashboard. */
const calls: Record<string, (services: Services) => Promise<Result<unknown>>> = {
  'register the token': ({ users }) => users.registerToken(token),
  'renew the token': ({ users }) => users.registerToken(token, { replaces: token }),
  'read the user': ({ users }) => users.user(token),
  'read the subscription': ({ users }) => users.subscriptionStatus(token),
  'sign out': ({ users }) => users.signOut(token),
  'delete the account': ({ users }) => users.deleteAccount(token, 'fr'),
  'reset the password': ({ users }) => users.resetPassword('secret', 'long enough', true),
  'open the payment page': ({ billing }) => billing.purchase({ userID: 'user', token, language: 'en' }),
  'open the billing page': ({ billing }) => billing.manage({ customerID: 'cus', token, language: 'en' }),
  'refresh the subscription': ({ billing }) => billing.refresh({ token, checkout: 'cs' }),
  LoginWithEmailAddress: ({ identity }) => identity.signIn('a@b.example', 'long enough'),
  RegisterPlayFabUser: ({ identity }) => identity.register('a@b.example', 'long enough'),
  LinkCustomID: ({ identity }) => identity.linkCustomId(player, 'custom'),
  LinkAndroidDeviceID: ({ identity }) => identity.linkAndroidDeviceId(player, 'custom'),
  ExecuteFunction: ({ identity }) => identity.addOrUpdateUser(player, argument),
  GetEntityToken: ({ refreshEntityToken }) => refreshEntityToken(player),
  LoginWithCustomID: ({ teacherIdentity }) => teacherIdentity.loginWithCustomId('custom'),
  LinkIOSDeviceID: ({ teacherIdentity }) => teacherIdentity.linkIosDeviceId(player, 'custom'),
  'open a classroom': ({ teachers }) => teachers.create(createTeacherBody(), 'fr'),
  'ask for a change of the classroom': ({ teachers }) =>
    teachers.requestUpdate({ email: 'a@b.example', numStudents: '12', reinitialize: 'true' }, 'fr'),
  'read what a link changes': ({ classroomLinks }) => classroomLinks.read(token),
  'apply what a link changes': ({ classroomLinks }) => classroomLinks.apply(token, { newLink: true }),
  SendAccountRecoveryEmail: ({ identity }) => identity.sendRecoveryMail('a@b.example', 'en'),
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const table = Object.keys(calls).flatMap((call) => Object.keys(callFaults).map((fault) => ({ call, fault })));

describe('every call with every fault', () => {
  it.each(table)('returns a code that has a message within 15 s: $call × $fault', async ({ call, fault }) => {
    const { answer, online, code } = callFaults[fault] ?? expect.fail();
    const fetch = (_: unknown, init?: RequestInit) => answer(init?.signal ?? expect.fail());
    const http = createHttp({ fetch, online: () => online });
    const endpoints = createEndpoints('https://portal.example', {});
    const users = createUsersClient(endpoints, http);
    const identity = createIdentity(endpoints, http);
    const billing = createBillingClient(endpoints, http);
    const refreshEntityToken = createRefreshEntityToken(endpoints, http);
    const teacherIdentity = createTeacherIdentity(endpoints, http);
    const teachers = createTeachersClient(endpoints, http);
    const classroomLinks = createClassroomLinks(endpoints, http);
    const services = { users, identity, billing, refreshEntityToken, teacherIdentity, teachers, classroomLinks };

    const start = Date.now();
    let end = Number.POSITIVE_INFINITY;
    const pending = calls[call]?.(services).finally(() => (end = Date.now()));
    await vi.advanceTimersByTimeAsync(limits.interactiveDeadline);
    expect(end - start).toBeLessThanOrEqual(limits.interactiveDeadline);

    const result = await pending;
    expect(result).toMatchObject({ ok: false, failure: { code } });
  });
});
