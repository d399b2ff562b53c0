import { beforeEach, describe, expect, it } from 'vitest';
import { onPostgres } from '../db/database.ts';
import { createPlayfabGateway } from '../gateways/playfab.ts';
import { createStripeGateway } from '../gateways/stripe.ts';
import { socketFaults, startBrokenServer } from '../testing/servers.ts';
import { createTeacherCalls, newTeacher } from '../testing/school-calls.ts';
import {
  openTestApi,
  randomPlayfabId,
  newToken,
  ownOrigin,
  statusAndBody,
  type TestApiOptions,
  createPayer,
} from '../testing/test-api.ts';
import { closeAfterAll, createTestDatabase } from '../testing/test-database.ts';
import { testTitleId } from '../testing/portal-parts.ts';

const unavailable = [503, { success: false, error: 'SERVICE_UNAVAILABLE' }];

const shared = await closeAfterAll(createTestDatabase());

// The tests of a fault begin without jobs of other tests and without calls that the limits have counted.
beforeEach(async () => {
  for (const table of ['jobs', 'rate_limits'] as const) await shared.database.deleteFrom(table).execute();
});
const createApiWith = (gateways: NonNullable<TestApiOptions['gateways']>) =>
  openTestApi({ database: shared.database, gateways });

/** One of no answer, and one of a wrong one. backend/gateways/faults.long.test.ts has every call with every fault. */
const faults = ['connection refused', 'HTML instead of JSON'] as const;

describe.each(faults)('PlayFab: %s', async (fault) => {
  let userId: string;
  const { port } = await closeAfterAll(startBrokenServer(fault));
  const baseUrl = `http://127.0.0.1:${port}`;
  const secretKey = 'a-secret-key-of-thirty-two-signs';
  const playfab = createPlayfabGateway({ baseUrl, titleId: testTitleId, secretKey, deadline: 200 });
  const api = await createApiWith({ playfab });

  const signedIn = async (): Promise<string> => {
    const token = newToken();
    const argument = { token, userApiVersion: '2.0', newParentPortalAccount: false, lang: 'en' } as const;
    userId = (await api.portal.users.bind(randomPlayfabId(), argument)).id;
    await api.client.activate(token);
    return token;
  };

  it('accepts no caller without PlayFab: answers 503 and binds no token', async () => {
    const token = newToken();
    expect(statusAndBody(await api.client.bind(randomPlayfabId(), token))).toEqual(unavailable);
    expect((await api.client.activate(token)).statusCode).toBe(401);
  });

  it('sets no password without PlayFab: answers 503 and keeps the sessions', async () => {
    const token = await signedIn();
    expect(statusAndBody(await api.client.resetPassword(newToken(), 'a new password'))).toEqual(unavailable);
    expect(await api.client.isSignedIn(token)).toBe(true);
  });

  it('accepts a deletion without PlayFab: ends the sessions and keeps the job waiting', async () => {
    const token = await signedIn();
    expect(statusAndBody(await api.client.deleteAccount(token))).toEqual([200, { success: true }]);
    expect(await api.client.isSignedIn(token)).toBe(false);
    const jobs = await shared.database.selectFrom('jobs').select('payload').execute();
    expect(jobs).toContainEqual({ payload: { userId } });
    await expect(api.portal.deletion.run({ userId })).rejects.toThrow();
    const users = shared.database.selectFrom('users').select('id').where('id', '=', userId);
    expect(await users.where('deletionRequestedAt', 'is not', null).execute()).toHaveLength(1);
  });
});

describe.each(faults)('Stripe: %s', async (fault) => {
  const { port } = await closeAfterAll(startBrokenServer(fault));
  const stripe = createStripeGateway({
    secretKey: 'sk_test_nobody',
    webhookSecrets: ['whsec_of_the_fault_tests'],
    priceId: 'price_1',
    publicUrl: ownOrigin,
    server: { host: '127.0.0.1', port, protocol: 'http' },
    deadline: 200,
  });
  const api = await createApiWith({ stripe });

  it('sends no one to a payment page without Stripe: answers 503 and reports no subscription', async () => {
    const payer = await createPayer(api);
    expect(statusAndBody(await payer.purchase({ coupon: 'SPRING' }))).toEqual(unavailable);
    expect(statusAndBody(await payer.refresh('cs_test_1'))).toEqual(unavailable);
    expect(await payer.status()).toEqual({ success: true, isSubscribed: false, subscription: null, offer: null });
  });
});

describe.each(socketFaults)('the database: %s', async (fault) => {
  const { port } = await closeAfterAll(startBrokenServer(fault));
  const database = onPostgres(`postgres://portal@127.0.0.1:${port}/portal`, () => undefined);
  const api = await openTestApi({ database, playfabDatabase: shared.database });

  it('answers 503 without the database, admits no one, and reports no subscription', async () => {
    const token = newToken();
    const p = encodeURIComponent(btoa(JSON.stringify({ token, p: '1' })));
    const teachers = createTeacherCalls(api.app);
    const answers = await Promise.all([
      api.client.bind(randomPlayfabId(), token),
      api.client.activate(token),
      api.client.user(token),
      api.client.signOut(token),
      api.client.deleteAccount(token),
      api.client.resetPassword(token, 'a new password'),
      api.app.inject(`/api/user/subscription/status?p=${p}`),
      teachers.signUp(newTeacher()),
      teachers.requestUpdate({ email: newTeacher().email }),
      teachers.look(token),
      teachers.use(token),
    ]);
    for (const answer of answers) {
      expect(statusAndBody(answer)).toEqual(unavailable);
      expect(answer.headers['retry-after']).toBe('5');
    }
  });
});
