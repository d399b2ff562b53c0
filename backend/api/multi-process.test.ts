import { describe, expect, it } from 'vitest';
import { closeAfterAll, createTestDatabase } from '../testing/test-database.ts';
import { recover, registerWithContact } from '../testing/playfab.ts';
import {
  createTestApi,
  openTestApi,
  randomPlayfabId,
  newToken,
  type TestApi,
  createPayer,
  deliver,
} from '../testing/test-api.ts';

const email = 'marie@example.com';

/** No server keeps state in its process: the database decides. Races between connections show on PostgreSQL only. */
describe('two servers on one database behave as one', async () => {
  const shared = await closeAfterAll(createTestDatabase());
  const here = await openTestApi(shared);
  const there = await openTestApi(shared);

  /** Makes the calls concurrently, half of them to each server. */
  const spread = <T>(times: number, call: (portal: TestApi, index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, index) => call(index % 2 === 0 ? here : there, index)));

  it('counts 50 guesses at two servers as 50', async () => {
    const keys = { ip: '203.0.113.50', email: 'guessed@example.com' };
    const answers = await spread(50, (portal) => portal.portal.limits.consume('login', keys));
    expect(answers.filter((limited) => limited === null)).toHaveLength(10);
  });

  it('keeps ten of fifteen sessions that are activated at the same moment', async () => {
    const player = randomPlayfabId();
    const tokens = Array.from({ length: 15 }, newToken);
    await Promise.all(tokens.map((token) => here.client.bind(player, token)));
    const answers = await spread(15, (portal, index) => portal.client.activate(tokens[index] ?? ''));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array<number>(15).fill(200));
    const alive = await Promise.all(tokens.map((token) => there.client.isSignedIn(token)));
    expect(alive.filter(Boolean)).toHaveLength(10);
  });

  it('gives a token to one of two people who claim it at the same moment', async () => {
    const token = newToken();
    const claims = await spread(2, (portal) => portal.client.bind(randomPlayfabId(), token));
    expect(claims.filter((claim) => claim.json().success)).toHaveLength(1);
  });

  it('gives one person one id for ten simultaneous arrivals', async () => {
    const player = randomPlayfabId();
    const arrivals = await spread(10, (portal) => portal.client.bind(player, newToken()));
    const ids = new Set(arrivals.map((arrival) => arrival.json().userAPIResponse.id));
    expect([...ids]).toEqual([expect.any(String)]);
  });

  it('accepts a mailed link once when it is used at both servers at the same moment', async () => {
    await registerWithContact(here.playfab.page(), email);
    await recover(here.playfab.page(), email);
    const link = await here.jobs.newestLink();
    const answers = await spread(2, (portal, index) => portal.client.resetPassword(link, `the new password ${index}`));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 410]);
  });

  it('gives one person who calls both servers at the same moment one payment page', async () => {
    const payer = await createPayer(here);
    const answers = await Promise.all([here, there, here, there].map(({ client }) => client.billing(payer).purchase()));
    expect(new Set(answers.map((answer) => answer.json().data.session.url)).size).toBe(1);
  });

  it('creates one job for an event that reaches both servers, and both report the payment', async () => {
    const payer = await createPayer(here);
    const { customerId } = await payer.pay();
    await Promise.all([here, there, here].map((api) => deliver(api, customerId, 'evt_told_twice')));
    for (const { stripe } of [here, there]) stripe.calls.length = 0;
    await Promise.all([here.jobs.runDue(), there.jobs.runDue()]);
    // The job of the event asks for a preview, that of the new purchase does not.
    const previews = [...here.stripe.calls, ...there.stripe.calls].filter((call) => call.endsWith('create_preview'));
    expect(previews).toHaveLength(1);
    for (const api of [here, there]) expect((await api.portal.billing.answer(payer.userId)).isSubscribed).toBe(true);
  });

  it('ends a token that is activated at the moment of a password reset', async () => {
    const player = randomPlayfabId();
    // PlayFab answers immediately here, so that the two calls overlap.
    const playfab = {
      ...here.playfab.gateway,
      playerOfResetToken: async () => player,
      resetPassword: async () => undefined,
    };
    const quick = await createTestApi({ ...shared, gateways: { playfab } });
    for (let round = 0; round < 10; round += 1) {
      const tokens = Array.from({ length: 8 }, newToken);
      for (const token of tokens) await quick.client.bind(player, token);
      const puts = tokens.map((token) => there.client.activate(token));
      expect((await quick.client.resetPassword('A'.repeat(43), 'a new password')).statusCode).toBe(200);
      await Promise.all(puts);
      const alive = await Promise.all(tokens.map((token) => there.client.isSignedIn(token)));
      expect(alive).toEqual(Array<boolean>(8).fill(false));
      quick.clock.advance(600_000);
      there.clock.advance(600_000);
    }
    await quick.close();
  });
});
