import { createServer } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readIdTokenKeys } from '../../src/contracts/calls/servers.ts';
import { day, minute } from '../../src/lib/time.ts';
import { createTeacherCalls, newTeacher } from '../testing/school-calls.ts';
import {
  createTestApi,
  newToken,
  ownOrigin,
  partnerOrigin,
  randomPlayfabId,
  type TestApi,
  type TestApiOptions,
} from '../testing/test-api.ts';
import { closeAfterAll, createTestDatabase } from '../testing/test-database.ts';
import { idTokenKeys } from '../testing/portal-parts.ts';

const [currentKey = '', retiredKey = ''] = idTokenKeys;
const partner = 'web2wave';
const keySet = z.object({
  keys: z.array(
    z.strictObject({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string().length(43),
      kid: z.string().length(43),
      alg: z.literal('EdDSA'),
      use: z.literal('sig'),
    }),
  ),
});
const signed = z.object({ success: z.literal(true), idToken: z.string(), created: z.boolean() });
const verifying = z.object({
  verify: z.custom<(idToken: string) => Promise<unknown>>((it) => typeof it === 'function'),
});

/** Answers for the portal's address with the newest API that a test has started. */
let running: TestApi | undefined;
const server = createServer((request, response) => {
  void running?.app.inject({ method: 'GET', url: request.url ?? '' }).then((answer) => {
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.body);
  });
});

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const portal = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
const { database } = await closeAfterAll(createTestDatabase());
/** Below `node_modules`, so that the guide's code finds its library. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'guide-'));

/** Returns the function that the guide prints for Node, for this portal. Each call begins without cached keys. */
const guide = async (name: string) => {
  const text = readFileSync(new URL('../../docs/partners/results.md', import.meta.url), 'utf8');
  const printed = /```js\n(import[^]*?)```/.exec(text)?.[1] ?? expect.fail('the guide has no code for Node');
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, printed.replaceAll('https://portal.example', portal));
  return verifying.parse(await import(file)).verify;
};

const startApi = async (options: TestApiOptions = {}): Promise<TestApi> => {
  running = await createTestApi({ database, settings: { publicUrl: portal }, ...options });
  return running;
};

/** Signs in with two calls, as a form in the partner's page does. */
const signIn = async (api: TestApi, playfabId = randomPlayfabId(), key = partner, origin = partnerOrigin) => {
  const token = newToken();
  const bound = await api.client.bind(playfabId, token);
  const answer = await api.client.activate(token, undefined, { partner: key }, { origin });
  return { token, playfabId, userId: bound.json().userAPIResponse.id, answer };
};
type SignedIn = Awaited<ReturnType<typeof signIn>>;
const idTokenOf = async (api: TestApi, playfabId?: string): Promise<z.infer<typeof signed>> =>
  signed.parse((await signIn(api, playfabId)).answer.json());

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Sets the clock of the API to the real time, which the partner's library reads. */
const atRealTime = (api: TestApi): TestApi => {
  api.clock.advance(Date.now() - api.clock.now().getTime());
  return api;
};

describe('the token for a partner’s server', () => {
  it('is verified by the guide’s code for Node, and names the person', async () => {
    const api = atRealTime(await startApi());
    const verify = await guide('names');
    const { playfabId, userId, answer } = await signIn(api);
    const claims = await verify(signed.parse(answer.json()).idToken);
    expect(claims).toEqual({
      iss: portal,
      aud: partner,
      sub: userId,
      playfab_id: playfabId,
      created: true,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const { iat, exp } = z.object({ iat: z.number(), exp: z.number() }).parse(claims);
    expect(exp - iat).toBe(300);
    await api.close();
  });

  it('is refused by the guide’s code when it is expired, for another partner, or of another portal', async () => {
    const api = atRealTime(await startApi());
    const verify = await guide('refuses');
    const now = api.clock;
    now.advance(-6 * minute);
    await expect(verify((await idTokenOf(api)).idToken)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
    now.advance(6 * minute);
    const other = signed.parse((await signIn(api, undefined, 'quiz', 'https://quiz.numeria.example')).answer.json());
    await expect(verify(other.idToken)).rejects.toMatchObject({ claim: 'aud' });
    await api.close();
    const foreign = atRealTime(await createTestApi({ database }));
    await expect(verify((await idTokenOf(foreign)).idToken)).rejects.toMatchObject({ claim: 'iss' });
    await foreign.close();
    const forging = atRealTime(await startApi({ secrets: { idTokenKeys: ['an-unpublished-secret-of-32-signs-'] } }));
    const { idToken } = await idTokenOf(forging);
    const honest = await startApi();
    await expect(verify(idToken)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    await forging.close();
    await honest.close();
  });

  it('is signed with the first key, and stays valid while that key is second', async () => {
    const before = atRealTime(await startApi({ secrets: { idTokenKeys: [retiredKey, currentKey] } }));
    const { idToken: old } = await idTokenOf(before);
    await before.close();
    const after = atRealTime(await startApi({ secrets: { idTokenKeys: [currentKey, retiredKey] } }));
    const { idToken: fresh } = await idTokenOf(after);
    const answer = await after.app.inject(readIdTokenKeys.path);
    const keys = keySet.parse(answer.json());
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    const kidOf = async (token: string) => (await jwtVerify(token, createLocalJWKSet(keys))).protectedHeader.kid;
    expect([await kidOf(fresh), await kidOf(old)]).toEqual(keys.keys.map(({ kid }) => kid));
    await after.close();
  });
});

describe('the request for a token', async () => {
  const api = await closeAfterAll(startApi());

  it.each([
    ['an unknown key', 'nobody', partnerOrigin],
    ['the key of another partner', 'quiz', partnerOrigin],
    ['the key of a teachers’ page', 'educators', partnerOrigin],
  ])('is refused with %s, and the session stays closed', async (_, key, origin) => {
    const { token, answer } = await signIn(api, undefined, key, origin);
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'FORBIDDEN']);
    expect(await api.client.isSignedIn(token)).toBe(false);
  });

  it.each([
    ['in a frame of the portal', ownOrigin],
    ['in a sandbox without an origin', 'null'],
  ])('is answered for a form %s', async (_, origin) => {
    expect(signed.safeParse((await signIn(api, undefined, partner, origin)).answer.json()).success).toBe(true);
  });

  it('says of the first sign-in only that the account is new, also when its answer was lost', async () => {
    const { token, playfabId, answer } = await signIn(api);
    const again = await api.client.activate(token, undefined, { partner }, { origin: partnerOrigin });
    const later = await idTokenOf(api, playfabId);
    expect([answer.json().created, again.json().created, later.created]).toEqual([true, true, false]);
    api.clock.advance(40 * day);
    expect((await idTokenOf(api, playfabId)).created).toBe(false);
  });

  it('is answered for no other partner to whom the first one passes the session on', async () => {
    const { token, answer } = await signIn(api);
    const passedOn = await api.client.activate(token, undefined, { partner: 'quiz' });
    expect([passedOn.statusCode, passedOn.json().error]).toEqual([403, 'FORBIDDEN']);
    const again = await api.client.activate(token, undefined, { partner }, { origin: partnerOrigin });
    expect([answer, again].map((one) => decodeJwt(signed.parse(one.json()).idToken).aud)).toEqual([partner, partner]);
  });

  const sentInLink = { leaving: 'true' } as const;
  it.each<[what: string, (from: SignedIn) => Promise<string>]>([
    ['was activated on a page of the portal', ({ playfabId }) => api.client.signIn(playfabId)],
    ['replaced that of the sign-in', ({ playfabId, token }) => api.client.signIn(playfabId, token)],
    ['was replaced', ({ playfabId, token }) => api.client.signIn(playfabId, token).then(() => token)],
    [
      'was sent in a store link',
      ({ playfabId, token }) => api.client.signIn(playfabId, token, sentInLink).then(() => token),
    ],
  ])('is refused for a token that %s', async (_, tokenOf) => {
    const token = await tokenOf(await signIn(api));
    const answer = await api.client.activate(token, undefined, { partner }, { origin: partnerOrigin });
    expect([answer.statusCode, answer.json().idToken]).toEqual([403, undefined]);
  });

  it('is refused for a session that was activated earlier, and with a renewal', async () => {
    const { token } = await signIn(api);
    api.clock.advance(2 * minute);
    const late = await api.client.activate(token, undefined, { partner }, { origin: partnerOrigin });
    expect([late.statusCode, late.json().error]).toEqual([401, 'TOKEN_EXPIRED']);
    const renewed = await api.client.activate(newToken(), token, { partner }, { origin: partnerOrigin });
    expect([renewed.statusCode, renewed.json().error]).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await api.client.isSignedIn(token)).toBe(true);
  });
});

describe('the token of a teacher', async () => {
  const api = await closeAfterAll(startApi());
  const { signUp } = createTeacherCalls(api.app);

  it('names the class and the player whom PlayFab knows by the ticket', async () => {
    const teacher = newTeacher();
    const ticket = await api.playfab.ticketOf(teacher.teacherPlayfabID);
    const answer = await signUp({ ...teacher, partner: 'educators', ticket });
    const { idToken, classroomCode } = answer.json();
    const keys = createLocalJWKSet(keySet.parse((await api.app.inject(readIdTokenKeys.path)).json()));
    const { payload } = await jwtVerify(idToken, keys, { currentDate: api.clock.now() });
    expect([answer.json().created, payload]).toEqual([
      true,
      expect.objectContaining({
        aud: 'educators',
        sub: teacher.teacherPlayfabID,
        playfab_id: teacher.teacherPlayfabID,
        classroom_code: classroomCode,
        created: true,
      }),
    ]);
    // The link of the class opens it, so it is not in a token that logs may contain.
    expect(JSON.stringify(payload)).not.toContain(answer.json().classroomID);
  });

  it('is signed for the partner of the sign-up only, also when its ticket signs another address up', async () => {
    const teacher = newTeacher();
    const ticket = await api.playfab.ticketOf(teacher.teacherPlayfabID);
    const first = { ...teacher, partner: 'educators', ticket };
    const again = newTeacher({ teacherPlayfabID: teacher.teacherPlayfabID });
    const answers = [
      await signUp(first),
      await signUp(first),
      await signUp({ ...first, partner: 'academy' }),
      await signUp({ ...first, ...again, partner: 'academy' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 403, 403]);
    const unsigned = newTeacher();
    const ticketOfUnsigned = await api.playfab.ticketOf(unsigned.teacherPlayfabID);
    expect((await signUp(unsigned)).statusCode).toBe(200);
    expect((await signUp({ ...unsigned, partner: 'educators', ticket: ticketOfUnsigned })).statusCode).toBe(403);
  });

  it.each([
    ['without a ticket', { partner: 'educators', ticket: null }, 400, 'INVALID_PAYLOAD'],
    ['with the ticket of another player', { partner: 'educators', ticket: 'another' }, 403, 'FORBIDDEN'],
    ['with the key of a parents’ page', { partner, ticket: 'own' }, 403, 'FORBIDDEN'],
  ])('is refused %s, and no class is made', async (_, { ticket: kind, ...more }, status, error) => {
    const classes = () => api.database.selectFrom('classrooms').select('id').execute();
    const before = await classes();
    const teacher = newTeacher();
    const owner = kind === 'own' ? teacher.teacherPlayfabID : randomPlayfabId();
    const ticket = kind === null ? {} : { ticket: await api.playfab.ticketOf(owner) };
    const answer = await signUp({ ...teacher, ...more, ...ticket });
    expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
    expect(await classes()).toEqual(before);
  });
});
