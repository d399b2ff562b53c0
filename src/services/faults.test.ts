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
import { createLeavingClient, type LeavingClient } from './leaving/leaving.ts';
import { createLevelsClient, type LevelsClient } from './levels/levels.ts';
import { type ClassroomsClient, createClassroomsClient } from './school-zone/classroom.ts';
import { createClassroomLinks } from './school-zone/classroom-links.ts';
import { createTeachersClient } from './school-zone/teachers.ts';
import { createTeacherBody, signInResponse } from './testing/builders.ts';
import { callFaults } from './testing/faults.ts';
import { createUsersClient } from './users/users.ts';

type Services = {
  users: ReturnType<typeof createUsersClient>;
  identity: ReturnType<typeof createIdentity>;
  billing: ReturnType<typeof createBillingClient>;
  leaving: LeavingClient;
  refreshEntityToken: RefreshEntityToken;
  teacherIdentity: ReturnType<typeof createTeacherIdentity>;
  teachers: ReturnType<typeof createTeachersClient>;
  classroomLinks: ReturnType<typeof createClassroomLinks>;
  classrooms: ClassroomsClient;
  levels: LevelsClient;
};

const portal = 'https://portal.example';
const token = 'A'.repeat(43);
const argument = { token, userApiVersion, newParentPortalAccount: true, lang: 'en' } as const;
const player = signInResponse();

/** Every call of the elements. */
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
  'read what can be ended': ({ leaving }) => leaving.look(token),
  'end the contract': ({ leaving }) => leaving.declare(token, { kind: 'cancellation', lang: 'fr' }),
  'take a cancellation back': ({ leaving }) => leaving.undo(token),
  'end the contract by mail': ({ leaving }) =>
    leaving.declareByMail({ kind: 'withdrawal', lang: 'fr', name: 'Marie', email: 'a@b.example' }),
  'read a mailed declaration': ({ leaving }) => leaving.readLink('secret'),
  'confirm a mailed declaration': ({ leaving }) => leaving.confirmLink('secret'),
  'say why': ({ leaving }) => leaving.giveReason({ id: 'd1', reason: 'price' }),
  LoginWithEmailAddress: ({ identity }) => identity.signIn('a@b.example', 'long enough'),
  RegisterPlayFabUser: ({ identity }) => identity.register('a@b.example', 'long enough'),
  LinkCustomID: ({ identity }) => identity.linkCustomId(player, 'custom'),
  LinkAndroidDeviceID: ({ identity }) => identity.linkAndroidDeviceId(player, 'custom'),
  AddOrUpdateContactEmail: ({ identity }) => identity.keepContactAddress(player, 'a@b.example', true),
  'GetPlayerProfile, then AddOrUpdateContactEmail': ({ identity }) =>
    identity.keepContactAddress(player, 'a@b.example', false),
  ExecuteFunction: ({ identity }) => identity.addOrUpdateUser(player, argument),
  GetEntityToken: ({ refreshEntityToken }) => refreshEntityToken(player),
  LoginWithCustomID: ({ teacherIdentity }) => teacherIdentity.loginWithCustomId('custom'),
  LinkIOSDeviceID: ({ teacherIdentity }) => teacherIdentity.linkIosDeviceId(player, 'custom'),
  'open a classroom': ({ teachers }) => teachers.create(createTeacherBody(), 'fr'),
  'ask for a change of the classroom': ({ teachers }) =>
    teachers.requestUpdate({ email: 'a@b.example', numStudents: '12', reinitialize: 'true' }, 'fr'),
  'ask for the link of the classroom': ({ teachers }) => teachers.requestLink({ email: 'a@b.example' }, 'fr'),
  'read the classroom': ({ classrooms }) => classrooms.read({ classroomID: 'c'.repeat(22) }),
  'read what a link changes': ({ classroomLinks }) => classroomLinks.read(token),
  'apply what a link changes': ({ classroomLinks }) => classroomLinks.apply(token, { newLink: true }),
  'list levels': ({ levels }) => levels.find(['a'], null),
  'read a level': ({ levels }) => levels.read(`${portal}/api/admin/levels/a.json`),
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
    const endpoints = createEndpoints(portal, {});
    const services: Services = {
      users: createUsersClient(endpoints, http),
      identity: createIdentity(endpoints, http),
      billing: createBillingClient(endpoints, http),
      leaving: createLeavingClient(endpoints, http),
      refreshEntityToken: createRefreshEntityToken(endpoints, http),
      teacherIdentity: createTeacherIdentity(endpoints, http),
      teachers: createTeachersClient(endpoints, http),
      classrooms: createClassroomsClient(endpoints, http),
      classroomLinks: createClassroomLinks(endpoints, http),
      levels: createLevelsClient(endpoints, http),
    };

    const start = Date.now();
    let end = Number.POSITIVE_INFINITY;
    const pending = calls[call]?.(services).finally(() => (end = Date.now()));
    await vi.advanceTimersByTimeAsync(limits.interactiveDeadline);
    expect(end - start).toBeLessThanOrEqual(limits.interactiveDeadline);

    const result = await pending;
    expect(result).toMatchObject({ ok: false, failure: { code } });
  });
});
