import { describe, expect, it } from 'vitest';
import { classroomDetailed } from '../src/contracts/calls/school-zone.ts';
import { createEndpoints } from '../src/config/endpoints.ts';
import { apiPaths } from '../src/contracts/api.ts';
import type { AuthResult } from '../src/contracts/auth-result.ts';
import type { Session } from '../src/contracts/session.ts';
import type { Result } from '../src/lib/result.ts';
import { createRefreshEntityToken, renewSession } from '../src/services/users/session-renewal.ts';
import { createIdentity } from '../src/services/identity/identity.ts';
import { createClassroomsClient, studentsProgress } from '../src/services/school-zone/classroom.ts';
import { signIn } from '../src/services/users/authenticate.ts';
import { createRegistration, signUp } from '../src/services/users/sign-up.ts';
import { createUsersClient } from '../src/services/users/users.ts';
import { parseSession } from '../src/session/session-store.ts';
import { insertClassroom, createGameCalls, firstLevel, newestMail, read } from './testing/school-calls.ts';
import { createTestApi } from './testing/test-api.ts';
import { closeAfterAll } from './testing/test-database.ts';
import { testTitleId } from './testing/portal-parts.ts';

/**
 * Calls the API and the PlayFab emulator over HTTP with the browser's own services, where no end-to-end test does: the
 * parsers of each side must accept what the other side sends.
 */
const parent = { password: 'correct horse', language: 'fr', keep: true } as const;

const api = await closeAfterAll(createTestApi({ withPlayfab: true }));

const createServices = (portal: string) => {
  const endpoints = {
    ...createEndpoints(portal, {}),
    playfab: { url: portal + apiPaths.playfab, titleId: testTitleId },
  };
  return {
    classrooms: createClassroomsClient(endpoints),
    identity: createIdentity(endpoints),
    registration: createRegistration(endpoints),
    users: createUsersClient(endpoints),
    refreshEntityToken: createRefreshEntityToken(endpoints),
    store: { write: () => true },
  };
};

const sessionOf = (result: Result<AuthResult>): Session =>
  (result.ok ? parseSession(result.value.session) : null) ?? expect.fail(JSON.stringify(result));

const refused = (code: string) => expect.objectContaining({ ok: false, failure: expect.objectContaining({ code }) });

const services = createServices(await api.app.listen({ port: 0, host: '127.0.0.1' }));

describe('the services and the backend agree', () => {
  it('makes services and backend agree on the reasons why a sign-in is refused', async () => {
    const email = 'taken@home.example';
    await signUp(services, { ...parent, email });
    expect(await signUp(services, { ...parent, email })).toEqual(refused('EmailAddressNotAvailable'));
    expect(await signUp(services, { ...parent, email: 'nonsense' })).toEqual(refused('InvalidEmailAddress'));
    const short = { ...parent, email: 'new@home.example', password: 'short' };
    expect(await signUp(services, short)).toEqual(refused('InvalidPassword'));
    expect(await signIn(services, { ...parent, email, password: 'wrong horse' })).toEqual(
      refused('InvalidEmailOrPassword'),
    );
    expect(await signIn(services, { ...parent, email: 'nobody@home.example' })).toEqual(
      refused('InvalidEmailOrPassword'),
    );
  });

  it('makes services and backend agree on a renewal and a sign-out', async () => {
    const old = sessionOf(await signUp(services, { ...parent, email: 'renews@home.example' }));
    const renewed = await renewSession(services, old, { language: 'fr', leaving: false });
    const { token, data } = renewed.ok ? renewed.value : expect.fail(renewed.failure.code);
    // PlayFab's entity token expires after a day; a page that stays open continues with a new one.
    expect(data.EntityToken.EntityToken).not.toBe(old.data.EntityToken.EntityToken);
    expect(await services.users.signOut(token)).toMatchObject({ ok: true });
    expect(await services.users.user(token)).toEqual(refused('TOKEN_EXPIRED'));
  });

  it('makes services and backend agree on recovery: strangers get one uniform answer, the owner gets the real result', async () => {
    const email = 'forgets@home.example';
    await signUp(services, { ...parent, email });
    const { identity, users } = services;
    expect(await identity.sendRecoveryMail('nobody@home.example', 'fr')).toMatchObject({ ok: true });
    expect(await identity.sendOwnRecoveryMail('nobody@home.example', 'fr')).toEqual(refused('AccountNotFound'));
    expect(await identity.sendRecoveryMail(email, 'fr')).toMatchObject({ ok: true });
    await api.jobs.runDue();
    const mail = newestMail(api.jobs.mails, email, 'recovery');
    expect(mail.language).toBe('fr');
    const secret = mail.values.token;
    expect(await users.resetPassword('made up', 'another horse', true)).toEqual(refused('LINK_EXPIRED'));
    const reset = await users.resetPassword(secret, 'another horse', true);
    const { code, devices } = reset.ok ? reset.value : expect.fail(reset.failure.code);
    expect(devices).toBe('signed-out');
    const credentials = { ...parent, email, password: 'another horse' };
    expect(await signIn(services, credentials)).toEqual(refused('SIGN_IN_CODE_REQUIRED'));
    sessionOf(await signIn(services, { ...credentials, code }));
    sessionOf(await signIn({ ...services, signInCode: { read: () => code, write: () => {} } }, credentials));
  });

  it('sends the first recovery mail of an account that was made elsewhere after one sign-in', async () => {
    const email = 'made.elsewhere@home.example';
    const made = await services.registration.register(email, parent.password);
    if (!made.ok) return expect.fail(made.failure.code);
    const { identity } = services;
    expect(await identity.sendOwnRecoveryMail(email, 'fr')).toEqual(refused('NoContactEmailAddressFound'));
    const finished = Promise.withResolvers<Result<void>>();
    const keepContactAddress: typeof identity.keepContactAddress = async (...args) => {
      const result = await identity.keepContactAddress(...args);
      finished.resolve(result);
      return result;
    };
    sessionOf(await signIn({ ...services, identity: { ...identity, keepContactAddress } }, { ...parent, email }));
    expect(await finished.promise).toMatchObject({ ok: true });
    expect(await identity.sendOwnRecoveryMail(email, 'fr')).toMatchObject({ ok: true });
    await api.jobs.runDue();
    expect(newestMail(api.jobs.mails, email, 'recovery').language).toBe('fr');
  });

  it('counts what a class played in the same way in services and backend', async () => {
    const classroom = await insertClassroom(api.database);
    const { classroomID } = classroom;
    const game = createGameCalls(api.app);
    await game.report(firstLevel(classroom));
    await game.report({ ...firstLevel(classroom), level: 'counting_to_10_02', completed: false });
    const counted = await services.classrooms.read({ classroomID });
    if (!counted.ok || counted.value === null) return expect.fail('no class');
    const { students, etag } = counted.value;
    expect(await services.classrooms.read({ classroomID, etag })).toEqual({ ok: true, value: null });
    expect(students[0]?.packages.get('small_numbers')?.get('counting_to_10')).toEqual({ done: 1, total: 8 });
    const whole = read(classroomDetailed, (await game.detailed(classroomID)).json());
    const completed = [{ small_numbers: { counting_to_10: { 0: 1 } } }, {}, {}];
    expect(
      studentsProgress(whole.students.map((one, place) => ({ ...one, completed: completed[place] ?? {} }))),
    ).toEqual(students);
  });
});
