import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { newSubscription } from '../../emulators/stripe/objects.ts';
import { onPostgres } from '../db/database.ts';
import { inspect } from '../db/inspect.ts';
import { migrate } from '../db/migrate.ts';
import { createEventOf } from '../gateways/stripe-event.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../testing/database-template.ts';
import { buildFolder } from '../testing/server-process.ts';
import { examine } from './doctor.ts';
import { report } from './finding.ts';
import { stripeEventTypes } from '../../src/contracts/calls/servers.ts';

const canary = (seed: string): string => `${seed}CANARY7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu`;
const publicUrl = 'https://portal.maths-school.org';
const production = {
  APP_MODE: 'production',
  PUBLIC_URL: publicUrl,
  DATABASE_URL: `postgres://portal:${canary('db')}@127.0.0.1:9/portal`,
  PLAYFAB_TITLE_ID: 'AB12C',
  PLAYFAB_SECRET_KEY: canary('title'),
  PLAYFAB_FUNCTION_SECRETS: canary('function'),
  STRIPE_SECRET_KEY: canary('sk_live_'),
  STRIPE_WEBHOOK_SECRETS: `${canary('whsec_one')},${canary('whsec_two')}`,
  STRIPE_PRICE_ID: 'price_A1',
  REVENUECAT_WEBHOOK_KEYS: canary('revenuecat'),
  REVENUECAT_API_KEY: canary('revenuecat-api'),
  GAME_API_KEY: canary('game'),
  ADMIN_API_KEY: canary('admin'),
  ID_TOKEN_KEYS: canary('id-token'),
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: canary('meta'),
  MEASUREMENT_ID: 'G-ABCDE12345',
  MEASUREMENT_API_SECRET: canary('measurement'),
  SMTP_URL: `smtps://portal:${canary('smtp')}@smtp.maths-school.org`,
  MAIL_FROM: 'no-reply@maths-school.org',
  MAIL_POSTAL_ADDRESS: '1 High Street, Dublin',
  TRUST_PROXY: 'none',
  VITE_PARTNERS: 'none',
  VITE_PLAYFAB_RECOVERY_TEMPLATES: 'en=A1B2C3,fr=D4E5F6',
  LEVELS_URL: 'https://levels.maths-school.org',
};

/** The answer to a request; null when nothing answers. */
type Answer = { status?: number; body?: object } | null;
type Answers = Readonly<Record<string, Answer>>;

const paths = {
  token: 'ab12c.playfabapi.com/Authentication/GetEntityToken',
  functions: 'ab12c.playfabapi.com/CloudScript/ListHttpFunctions',
  price: 'api.stripe.com/v1/prices/price_A1',
  subscriptions: 'api.stripe.com/v1/subscriptions',
  endpoints: 'api.stripe.com/v1/webhook_endpoints',
  portal: 'api.stripe.com/v1/billing_portal/configurations',
  health: 'portal.maths-school.org/healthz',
};
const price = {
  active: true,
  product: 'prod_membership',
  livemode: true,
  currency: 'cad',
  unit_amount: 1299,
  recurring: { interval: 'month', interval_count: 1 },
};
const endpoint = {
  url: `${publicUrl}/api/stripe/webhook`,
  status: 'enabled',
  livemode: true,
  enabled_events: stripeEventTypes,
};
const titleOf = (data: object): Answer => ({ body: { code: 200, status: 'OK', data } });
const functionAt = (FunctionUrl: string): Answer =>
  titleOf({ Functions: [{ FunctionName: 'addOrUpdateUser', FunctionUrl }] });
const endpointWith = (change: object): Answers => ({
  [paths.endpoints]: { body: { data: [{ ...endpoint, ...change }] } },
});
const priceWith = (change: object): Answers => ({ [paths.price]: { body: { ...price, ...change } } });

/** Services that are right. */
const healthy: Answers = {
  [paths.token]: titleOf({ EntityToken: 'title-token' }),
  [paths.functions]: functionAt(`${publicUrl}/playfab-functions/addOrUpdateUser?secret=${canary('function')}`),
  [paths.price]: { body: price },
  [paths.subscriptions]: { body: { data: [], has_more: false } },
  [paths.endpoints]: { body: { data: [endpoint] } },
  [paths.portal]: { body: { data: [{ features: { payment_method_update: { enabled: true } } }] } },
  [paths.health]: { body: { success: true } },
};

type World = {
  env?: Record<string, string>;
  answers?: Answers;
  database?: Partial<Awaited<ReturnType<typeof inspect>>>;
  mail?: string | null;
};

const VITE_PLAYFAB_URL = 'https://ab12c.playfabapi.com';
const built = buildFolder({
  mode: 'production',
  variables: {
    VITE_PARTNERS: 'none',
    VITE_PLAYFAB_RECOVERY_TEMPLATES: 'en=A1B2C3,fr=D4E5F6',
    VITE_PLAYFAB_TITLE_ID: 'AB12C',
    VITE_PLAYFAB_URL,
  },
});

/** Examines this configuration and these services; what a case does not name is right. */
const examineWith = ({ env = production, answers = {}, database, mail = null }: World) => {
  const known = { ...healthy, ...answers };
  const send: typeof fetch = async (input) => {
    const { host, pathname } = new URL(String(input));
    const answer = known[host] ?? known[host + pathname];
    if (answer === null) throw new TypeError('fetch failed');
    const { status = 200, body = {} } = answer ?? { status: 404 };
    return Response.json(body, { status });
  };
  const seen = { version: 17, known: ['001'], applied: ['001'], mayCreate: true, problems: [], ...database };
  return examine(env, built, { send, inspect: async () => seen, verify: async () => mail });
};
const problemsOf = async (world: World): Promise<string[]> =>
  (await examineWith(world)).filter(({ kind }) => kind === 'wrong').map(({ sentence }) => sentence);

describe('the doctor', () => {
  it.each<[string, World, ...RegExp[]]>([
    ['a portal that is ready', {}],
    ['a newer database', { database: { applied: ['001', '999-tomorrow'] } }, /newer version .* 999-tomorrow/],
    ['a user without rights', { database: { mayCreate: false } }, /may not create tables/],
    ['a title that does not answer', { answers: { [paths.token]: null } }, /title of PLAYFAB_TITLE_ID does not answer/],
    [
      'a key of another title',
      {
        answers: {
          [paths.token]: { status: 401, body: { code: 401, status: 'Unauthorized', error: 'NotAuthenticated' } },
        },
      },
      /PlayFab rejects PLAYFAB_SECRET_KEY.*NotAuthenticated/,
    ],
    ['a server that has every level', { answers: { 'levels.maths-school.org': {} } }, /LEVELS_URL answers 200/],
    ['no function', { answers: { [paths.functions]: titleOf({}) } }, /not registered at PlayFab/],
    [
      'a function with an old secret',
      { answers: { [paths.functions]: functionAt(`${publicUrl}/playfab-functions/addOrUpdateUser?secret=old`) } },
      /registered with another address or secret/,
    ],
    [
      'a failed call',
      { answers: { [paths.functions]: { status: 500 } } },
      /^PlayFab could not be checked: PlayfabUnavailable/,
    ],
    [
      'a key that Stripe refuses',
      { answers: { [paths.price]: { status: 401 } } },
      /Stripe answers 401 to STRIPE_SECRET_KEY/,
    ],
    ['a failure of Stripe', { answers: { [paths.price]: { status: 503 } } }, /Stripe answers 503 to STRIPE_SECRET_KEY/],
    ['an unknown price', { answers: { [paths.price]: { status: 404 } } }, /price.*answers 404/],
    ['a one-time price', { answers: priceWith({ recurring: null }) }, /cannot be sold/],
    [
      'an endpoint of another portal',
      { answers: endpointWith({ url: 'https://a.org/' }) },
      /webhook endpoint .* is missing/,
    ],
    [
      'an endpoint without events',
      { answers: endpointWith({ enabled_events: [] }) },
      /does not send .*subscription\.updated/,
    ],
    [
      'a portal of Stripe without settings',
      { answers: { [paths.portal]: { body: { data: [] } } } },
      /no saved settings/,
    ],
    ['a wrong password of the mail server', { mail: 'EAUTH' }, /SMTP_URL cannot be used \(EAUTH\)/],
    [
      'an address of another machine, and a folder that does not exist',
      { env: { ...production, HOST: '192.0.2.1', LEVELS_URL: '', LEVELS_DIR: '/nope' } },
      /LEVELS_DIR names a folder that cannot be read/,
      /This machine has no address 192\.0\.2\.1\. Correct HOST/,
    ],
    ['another website', { answers: { [paths.health]: { body: {} } } }, /PUBLIC_URL is not a portal/],
  ])('judges %s', async (_case, world, ...sentences) => {
    const problems = await problemsOf(world);
    expect(problems.sort()).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
  });

  it('names what is missing, and still checks the services whose variables are right', async () => {
    const { MAIL_FROM: _from, PLAYFAB_SECRET_KEY: _key, ...env } = production;
    expect(await problemsOf({ env, mail: 'EAUTH', answers: { [paths.price]: { status: 401 } } })).toEqual([
      expect.stringMatching(/^PLAYFAB_SECRET_KEY is missing/),
      expect.stringMatching(/^MAIL_FROM is missing/),
      expect.stringMatching(/^Stripe answers 401/),
      expect.stringMatching(/^The mail server of SMTP_URL cannot be used/),
    ]);
  });

  it('prints no secret, even when every service echoes what it received, and when a secret is wrong', async () => {
    const asked: string[] = [];
    const send: typeof fetch = async (input, init) => {
      asked.push(new URL(String(input)).host);
      const all = `${String(input)} ${JSON.stringify(init)} ${Object.values(production).join(' ')}`;
      const isHealth = String(input).endsWith('/healthz');
      return Response.json({ success: true, code: 418, error: all, message: all }, { status: isHealth ? 200 : 418 });
    };
    const short = Object.fromEntries(Object.entries(production).map(([name, value]) => [name, value.slice(0, 20)]));
    for (const env of [production, { ...short, APP_MODE: 'production' }]) {
      expect(report(await examine(env, built, { send, verify: async () => 'EAUTH' }))).not.toMatch(/CANARY/i);
    }
    expect(asked.some((host) => host === 'api.stripe.com')).toBe(true);
  });

  it('names the emulators in development, a misspelled variable, and asks no service', async () => {
    const send: typeof fetch = () => expect.fail('a request was sent');
    const env = { STRIPE_COUPONS_IDS: 'STAFF', HOME: '/root', NODE_ENV: 'test', npm_command: 'run' };
    const printed = report(await examine(env, built, { send }));
    expect(printed).toContain('· STRIPE_SECRET_KEY is not set: Stripe is the simulator.');
    expect(printed.match(/.*is not a variable.*/g)).toEqual([
      '· STRIPE_COUPONS_IDS is not a variable of the portal: correct its name, or take it out.',
    ]);
    expect(printed).toMatch(/Nothing is wrong\.\n$/);
  });

  it('says why a database cannot be used, and nothing of its address', async () => {
    const found = await examine({ DATABASE_URL: 'postgres://portal:swordfish@127.0.0.1:9/portal' }, built);
    expect(found.filter(({ kind }) => kind === 'wrong')).toEqual([
      {
        kind: 'wrong',
        sentence:
          'No PostgreSQL answers at the host and port of DATABASE_URL (ECONNREFUSED): start it, or correct DATABASE_URL.',
      },
    ]);
  });

  it.runIf(testDatabaseUrl !== undefined)('reads a database without migrating it', async () => {
    const own = await createEmptyDatabase(testDatabaseUrl ?? '');
    expect(await inspect(own.url)).toMatchObject({ applied: [], mayCreate: true });
    const database = onPostgres(own.url, () => undefined);
    await migrate(database);
    await sql`insert into migrations (name) values ('999-tomorrow')`.execute(database);
    await database.destroy();
    const { known, applied } = await inspect(own.url);
    expect(applied).toEqual([...known, '999-tomorrow']);
    await own.drop();
  });

  it('requires the events that the webhook acts on and the guide lists', () => {
    const { webhooks } = new Stripe('sk_test_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu');
    const secret = canary('whsec_');
    for (const type of stripeEventTypes) {
      const object = type === 'customer.deleted' ? { id: 'cus_A1' } : { id: 'it', customer: 'cus_A1' };
      const payload = JSON.stringify({ id: 'evt_A1', type, created: 0, livemode: true, data: { object } });
      const header = webhooks.generateTestHeaderString({ payload, secret });
      const event = createEventOf(webhooks, [secret], Date.now)(Buffer.from(payload), header);
      if (type.startsWith('refund.')) expect(event?.refundId, type).toBe('it');
      else expect(event?.customerId, type).toBe('cus_A1');
    }
    const guide = readFileSync('docs/operators/going-live.md', 'utf8');
    const documented = guide.matchAll(/`((?:checkout|customer|invoice|refund)\.[a-z_.]+)`/g);
    expect(new Set([...documented].map(([, type]) => type))).toEqual(new Set(stripeEventTypes));
  });

  it('counts what is not moved in, and names live products that are not configured', async () => {
    const of = (product: string, metadata: object) => {
      const made = newSubscription(new Date(), { customer: 'cus_1', metadata: { ...metadata }, trialEnd: null });
      const items = made.items.data.map((item) => ({ ...item, price: { ...item.price, product } }));
      return { ...made, items: { ...made.items, data: items } };
    };
    const data = [of('prod_membership', {}), of('prod_membership', { userID: 'u' }), of('prod_books', {})];
    const found = await examineWith({ answers: { [paths.subscriptions]: { body: { data, has_more: false } } } });
    const notes = found.map(({ sentence }) => sentence).join(' ');
    expect(notes).toMatch(/not moved in: 1 .*STRIPE_PRODUCT_IDS does not name: prod_books\./);
  });
});
