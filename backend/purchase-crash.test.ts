import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatorGateway } from './development-stripe.ts';
import { openDatabase } from './db/open-database.ts';
import { counted, seededRandom } from './testing/campaign.ts';
import { type CrashPlace, createCrashPlace } from './testing/database-template.ts';
import { type RestartableServer, startRestartableServer } from './testing/server-process.ts';
import { addressOf, callableBy, payBySimulator, ServerUnavailable, signUp } from './testing/parent-calls.ts';
import { createApiClient } from './testing/test-api.ts';

const buyers = counted(24, 80);
const kills = counted(3, 5);
/** Seconds until another server continues the jobs of one that died. A full run uses the default lease. */
const lease = counted(5, 30);
const atOnce = 8;
const random = seededRandom('purchases');

/** For each group of people: the person during whose purchase the server is killed, and at which of the three calls. */
const moments = new Map(
  Array.from({ length: kills }, (_, part) => {
    const person = Math.floor(((part + random()) * buyers) / kills);
    return [person, Math.floor(random() * 3)] as const;
  }),
);

type Buyer = Awaited<ReturnType<typeof signUp>> & ReturnType<ReturnType<typeof createApiClient>['billing']>;

describe('kill -9 during purchases', () => {
  let place: CrashPlace;
  let server: RestartableServer;
  beforeAll(async () => {
    place = await createCrashPlace();
    server = await startRestartableServer({ ...place.env, TRUST_PROXY: '127.0.0.1', JOB_LEASE_SECONDS: String(lease) });
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  const killings: Promise<void>[] = [];
  const killSoon = async (): Promise<void> => {
    await wait(random() * 50);
    await server.kill();
  };

  /** Registers a new email address at every call, also for the same person. */
  const register = async (person: number): Promise<Buyer> => {
    const email = `p${person}-${randomUUID()}@crash.example`;
    const account = await signUp(server.portalUrl, { email, password: 'a long password' }, addressOf(person));
    const portal = callableBy(async ({ path, headers, ...call }) => {
      const answer = await fetch(server.portalUrl + path, { ...call, headers: { ...headers, ...addressOf(person) } });
      if (answer.status === 503) throw new ServerUnavailable(path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return { status: answer.status, body: await answer.text() };
    });
    return { ...account, ...createApiClient(portal, async () => '').billing(account) };
  };

  /** Performs the whole purchase of one person. */
  const buy = async (visitor: number): Promise<Buyer> => {
    const { simulatorUrl, withRetries } = server;
    let calls = 0;
    const call = <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
      const answer = withRetries(act);
      if (moments.get(visitor) === calls) killings.push(killSoon());
      calls += 1;
      return answer;
    };
    const buyer = await call(() => register(visitor));
    const openPage = () => call(() => buyer.openPage());
    // Every third person has two tabs open.
    const pages = await Promise.all([openPage(), ...(visitor % 3 === 0 ? [openPage()] : [])]);
    await Promise.all(pages.map((page) => call(() => payBySimulator(simulatorUrl, page))));
    // Every second person closes the browser instead of returning to the portal.
    if (visitor % 2 === 0) expect((await call(() => buyer.refresh(pages[0]))).json().isSubscribed).toBe(true);
    return buyer;
  };

  /** Opens the payment page and does not pay. */
  const lookOnly = async (visitor: number): Promise<Buyer> => {
    const looker = await server.withRetries(() => register(visitor));
    await server.withRetries(() => looker.openPage());
    return looker;
  };

  const isMember = async (buyer: Buyer): Promise<boolean> =>
    (await server.withRetries(() => buyer.status())).isSubscribed;

  it('keeps every paid subscription exactly once when webhooks arrive twice, late and out of order', {
    timeout: 300_000,
  }, async () => {
    const people = Array.from({ length: buyers }, (_, person) => person);
    const paid: Buyer[] = [];
    const lookers: Buyer[] = [];
    const hands = Array.from({ length: atOnce }, async () => {
      for (let person = people.shift(); person !== undefined; person = people.shift()) {
        paid.push(await buy(person));
        if (person % 10 === 0) lookers.push(await lookOnly(buyers + person));
      }
    });
    await Promise.all(hands);
    await Promise.all(killings);
    expect(killings).toHaveLength(kills);

    const missing = async (): Promise<number> => (await Promise.all(paid.map(isMember))).filter((is) => !is).length;
    await expect.poll(missing, { timeout: 120_000, interval: 1_000 }).toBe(0);
    expect(await Promise.all(lookers.map(isMember))).toEqual(lookers.map(() => false));

    const atStripe: { id: string; owner: string | null }[] = [];
    const stripe = createSimulatorGateway(Number(new URL(server.simulatorUrl).port), {
      webhookSecret: 'whsec_unused',
      publicUrl: server.portalUrl,
    });
    for await (const { id, userId, status: state } of stripe.allSubscriptions()) {
      if (state !== 'ended') atStripe.push({ id, owner: userId });
    }
    const byOwner = (a: { owner: string | null }, b: { owner: string | null }) =>
      (a.owner ?? '').localeCompare(b.owner ?? '');
    expect(atStripe.map(({ owner }) => owner).sort()).toEqual(paid.map(({ userId }) => userId).sort());

    await server.stop();
    const opened = await openDatabase(place.database, { onConnectionError: () => undefined });
    const rows = await opened.database
      .selectFrom('stripe_subscriptions')
      .innerJoin('stripe_customers', 'stripe_customers.id', 'customer_id')
      .where('status', '!=', 'ended')
      .select(['stripe_subscriptions.id as id', 'user_id as owner'])
      .execute();
    await opened.close();
    expect(rows.sort(byOwner)).toEqual(atStripe.sort(byOwner));
  });
});
