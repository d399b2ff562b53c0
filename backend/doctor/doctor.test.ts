import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { onPostgres } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { verifySmtp } from '../gateways/mail.ts';
import { stripeApiVersion } from '../gateways/stripe.ts';
import { createEventOf } from '../gateways/stripe-event.ts';
import {
  type Answer,
  type AnsweringServer,
  type ReceivedRequest,
  startAnsweringServer,
  measurementAccount,
  metaAccount,
  startSmtpServer,
} from '../testing/servers.ts';
import { buildFolder } from '../testing/server-process.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../testing/database-template.ts';
import { checkAddress } from './address.ts';
import { examine } from './doctor.ts';
import { type Finding, report } from './finding.ts';
import { checkDatabase, checkLevels, checkMail, checkMeasurement, checkMeta, checkPlayfab } from './services.ts';
import { checkStripe, requiredEventTypes } from './stripe.ts';

const canary = (seed: string): string => `${seed}CANARY7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu`;
const production = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://portal.maths-school.org',
  DATABASE_URL: `postgres://portal:${canary('db')}@127.0.0.1:9/portal`,
  PLAYFAB_TITLE_ID: 'AB12C',
  PLAYFAB_SECRET_KEY: canary('title'),
  PLAYFAB_FUNCTION_SECRETS: canary('function'),
  STRIPE_SECRET_KEY: canary('sk_live_'),
  STRIPE_WEBHOOK_SECRETS: canary('whsec_'),
  STRIPE_PRICE_ID: 'price_A1',
  REVENUECAT_WEBHOOK_KEYS: canary('revenuecat'),
  REVENUECAT_API_KEY: canary('revenuecat-api'),
  GAME_API_KEY: canary('game'),
  ID_TOKEN_KEYS: canary('id-token'),
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: canary('meta'),
  MEASUREMENT_ID: 'G-ABCDE12345',
  MEASUREMENT_API_SECRET: canary('measurement'),
  SMTP_URL: `smtp://portal:${canary('smtp')}@127.0.0.1:9`,
  MAIL_FROM: 'no-reply@maths-school.org',
  TRUST_PROXY: 'none',
  VITE_PARTNERS: 'none',
};

let built: string;
/** A server that answers every request with everything it received, so that secrets would show. */
let echo: AnsweringServer;
const asked: string[] = [];
const intoEcho: typeof fetch = (input, init) => {
  const { host, pathname, search } = new URL(String(input));
  asked.push(host);
  return fetch(echo.url + pathname + search, init);
};
beforeAll(async () => {
  built = buildFolder({ mode: 'production', variables: {} });
  echo = await startAnsweringServer(({ url, headers, body }) => {
    const all = `${url.href} ${JSON.stringify(headers)} ${body} ${Object.values(production).join(' ')}`;
    return {
      status: url.pathname === '/healthz' ? 200 : 418,
      body: { success: true, code: 418, error: all, message: all },
    };
  });
});
afterAll(async () => {
  rmSync(built, { recursive: true });
  await echo.close();
});

const examineHere = (env: Record<string, string>) => examine(env, built, intoEcho);

describe('the doctor', () => {
  it('prints no secret, even when every service echoes what it received', async () => {
    const printed = report(await examineHere(production));
    expect(new Set(asked)).toEqual(
      new Set([
        'ab12c.playfabapi.com',
        'api.stripe.com',
        'graph.facebook.com',
        'www.google-analytics.com',
        'portal.maths-school.org',
      ]),
    );
    expect(printed).not.toMatch(/CANARY/i);
    expect(printed).toMatch(/^✓ Every variable is set/);
    expect(printed).toMatch(/✗ Stripe answers 418, so STRIPE_SECRET_KEY could not be checked/);
  });

  it('prints no secret of a wrong variable', async () => {
    const short = Object.fromEntries(Object.entries(production).map(([name, value]) => [name, value.slice(0, 20)]));
    expect(report(await examineHere({ ...short, APP_MODE: 'production' }))).not.toMatch(/CANARY/i);
  });

  it('names what is missing and still checks the rest', async () => {
    const { MAIL_FROM: _from, PLAYFAB_SECRET_KEY: _key, ...rest } = production;
    const wrongs = (await examineHere(rest)).filter(({ kind }) => kind === 'wrong').map(({ sentence }) => sentence);
    for (const beginning of [
      'PLAYFAB_SECRET_KEY is missing',
      'MAIL_FROM is missing',
      'No PostgreSQL answers at the host and port of DATABASE_URL',
      'The mail server of SMTP_URL does not accept connections at its host and port',
      'Stripe answers 418, so STRIPE_SECRET_KEY could not be checked',
    ])
      expect(wrongs.filter((sentence) => sentence.startsWith(beginning))).toHaveLength(1);
    expect(wrongs.join()).not.toMatch(/PlayFab’s title/);
  });

  it('reports a failed check without leaking the error message', async () => {
    const breaking: typeof fetch = async (input, init) =>
      String(input).endsWith('/GetEntityToken')
        ? Response.json({ code: 200, data: { EntityToken: 'title-token' } })
        : intoEcho(input, init);
    expect(linesOf(await examine(production, built, breaking))).toContain(
      'wrong: PlayFab could not be checked: PlayfabUnavailable.',
    );
  });

  it('names the emulators in development, and asks no service', async () => {
    asked.length = 0;
    const printed = report(await examineHere({}));
    expect(printed).toMatch(/· STRIPE_SECRET_KEY is not set: Stripe is the simulator\./);
    expect(printed).toMatch(/Nothing is wrong\.\n$/);
    expect(asked).toEqual([]);
  });
});

/** Returns what is not right. */
const linesOf = (findings: readonly Finding[]): string[] =>
  findings.filter(({ kind }) => kind !== 'right').map(({ kind, sentence }) => `${kind}: ${sentence}`);
/** Expects one finding for each sentence. */
const expectLines = (lines: readonly string[], ...sentences: RegExp[]): void =>
  expect(lines).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
let service: AnsweringServer | undefined;
afterEach(() => service?.close());
const serve = async (answer: (asked: ReceivedRequest) => Answer): Promise<string> => {
  service = await startAnsweringServer(answer);
  return service.url;
};
const nobody = 'http://127.0.0.1:9';

describe('the program', () => {
  it('prints one line for each mistake, suggests a variable for a misspelled one, and ends with 1', () => {
    const env = {
      VITE_PARTNERS: 'shop=https://Shop.Maths-Partner.org/',
      STRIPE_COUPONS_IDS: 'STAFF',
      PUBLIC_ULR: 'a',
      HOME: '/root',
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['backend/doctor/doctor.ts'], {
      env,
      encoding: 'utf8',
    });
    expect(stdout.split('\n').filter((line) => line.startsWith('✗'))).toEqual([
      '✗ VITE_PARTNERS has no plain origin for "shop": write shop=https://shop.maths-partner.org, without a path and a trailing slash.',
      '✗ STRIPE_COUPONS_IDS is not a variable of the portal. Did you mean STRIPE_COUPON_IDS?',
      '✗ PUBLIC_ULR is not a variable of the portal. Did you mean PUBLIC_URL?',
    ]);
    expect([status, stderr]).toEqual([1, '']);
  });
});

describe('the probe of the database', () => {
  it('reports why a database cannot be used, and nothing of its address', async () => {
    expect(linesOf(await checkDatabase('postgres://portal:swordfish@127.0.0.1:9/portal'))).toEqual([
      'wrong: No PostgreSQL answers at the host and port of DATABASE_URL (ECONNREFUSED): start it, or correct DATABASE_URL.',
    ]);
  });

  it('reports a PostgreSQL that is too old, or a user who may not create tables', async () => {
    const old = async () => ({ version: 14, known: ['001-a'], applied: ['001-a'], mayCreate: false });
    expect(linesOf(await checkDatabase('', old))).toEqual([
      'wrong: The database is PostgreSQL 14: name one of 15 or later in DATABASE_URL.',
      'wrong: The user of DATABASE_URL may not create tables: grant CREATE on the schema, or make the user the owner of the database.',
    ]);
  });

  it.runIf(testDatabaseUrl !== undefined)('applies no migration, and recognises a database that is ahead', async () => {
    const own = await createEmptyDatabase(testDatabaseUrl ?? '');
    expectLines(linesOf(await checkDatabase(own.url)), /^note: The next start applies/);
    const database = onPostgres(own.url, () => undefined);
    await migrate(database);
    expect(linesOf(await checkDatabase(own.url))).toEqual([]);
    await sql`insert into migrations (name) values ('999-tomorrow')`.execute(database);
    await database.destroy();
    expectLines(linesOf(await checkDatabase(own.url)), /^wrong: .*999-tomorrow/);
    await own.drop();
  });
});

describe('the probe of PlayFab', () => {
  const publicUrl = 'https://portal.maths-school.org';
  const address = `${publicUrl}/playfab-functions/addOrUpdateUser`;
  const secretKey = canary('title');
  const refusal = { status: 401, body: { code: 401, status: 'Unauthorized', error: 'NotAuthenticated' } };
  const ok = (data: object): Answer => ({ body: { code: 200, status: 'OK', data } });
  const everything = { Resource: 'pfrn:api--*', Effect: 'Allow' };
  const look = async (registered: string | null, key = secretKey, statements = [everything]): Promise<string[]> => {
    const url = await serve(({ url: { pathname }, headers }) => {
      if (pathname === '/Authentication/GetEntityToken')
        return headers['x-secretkey'] === secretKey ? ok({ EntityToken: 'title-token' }) : refusal;
      if (pathname === '/Admin/GetPolicy') return ok({ Statements: statements });
      const Functions = registered === null ? [] : [{ FunctionName: 'addOrUpdateUser', FunctionUrl: registered }];
      return headers['x-entitytoken'] === 'title-token' ? ok({ Functions }) : refusal;
    });
    const found = await checkPlayfab(
      { titleId: 'AB12C', url, secretKey: key, functionSecrets: ['one', 'two'] },
      publicUrl,
    );
    return linesOf(found).filter((line) => line.startsWith('wrong'));
  };

  it.each<[string, string | null, string | undefined, RegExp[]]>([
    ['a title that calls the portal by its second secret', `${address}?secret=two`, undefined, []],
    ['a key of another title', null, canary('other'), [/rejects PLAYFAB_SECRET_KEY/]],
    ['a function that is not registered', null, undefined, [/not registered at PlayFab/]],
    [
      'a function elsewhere',
      'https://old.maths-school.org/playfab-functions/addOrUpdateUser',
      undefined,
      [/not registered with the address/],
    ],
    ['a function with an old secret', `${address}?secret=old`, undefined, [/not in PLAYFAB_FUNCTION_SECRETS/]],
  ])('judges %s', async (_case, registered, key, sentences) => {
    expectLines(await look(registered, key), ...sentences);
  });

  it.each([
    [[everything, { Resource: 'pfrn:api--/Client/GetPlayerProfile', Effect: 'Deny' }], 'Client/GetPlayerProfile'],
    [[{ Resource: 'pfrn:api--/Client*', Effect: 'Allow' }], 'CloudScript/ExecuteFunction'],
  ])('names the calls that the policy %o does not allow', async (statements, call) => {
    expect(await look(`${address}?secret=one`, secretKey, statements)).toEqual([
      `wrong: The API policy of the title of PLAYFAB_TITLE_ID does not allow these calls: allow ${call}.`,
    ]);
  });

  it('reports a title that does not answer', async () => {
    const account = { titleId: 'AB12C', url: nobody, secretKey, functionSecrets: ['one'] };
    expectLines(
      linesOf(await checkPlayfab(account, publicUrl)),
      /^wrong: The title of PLAYFAB_TITLE_ID does not answer/,
    );
  });
});

describe('the probe of Stripe', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const price = {
    active: true,
    livemode: true,
    currency: 'cad',
    unit_amount: 1299,
    recurring: { interval: 'month', interval_count: 1 },
  };
  const endpoint = {
    url: 'https://portal.maths-school.org/api/stripe/webhook',
    status: 'enabled',
    livemode: true,
    api_version: stripeApiVersion,
    enabled_events: requiredEventTypes,
  };
  const features = { subscription_cancel: { enabled: true }, payment_method_update: { enabled: true } };
  const paths = {
    price: '/v1/prices/price_A1',
    endpoints: '/v1/webhook_endpoints',
    portal: '/v1/billing_portal/configurations',
    coupon: '/v1/coupons/staff',
  };
  const healthy: Record<string, Answer> = {
    [paths.price]: { body: price },
    [paths.endpoints]: { body: { data: [endpoint] } },
    [paths.portal]: { body: { data: [{ features }] } },
    [paths.coupon]: { body: { valid: true } },
  };
  const look = async (changes: Record<string, Answer>, date = now): Promise<string[]> => {
    const answers = { ...healthy, ...changes };
    const baseUrl = await serve(({ url }) => {
      const { status = 200, body = {} } = answers[url.pathname] ?? { status: 404 };
      return { status, body, headers: { date: date.toUTCString() } };
    });
    const account = { secretKey: 'sk_live_A1', priceId: 'price_A1', couponIds: ['staff'], livemode: true };
    return linesOf(await checkStripe({ ...account, publicUrl: 'https://portal.maths-school.org', baseUrl }, now));
  };
  const withEndpoint = (change: object) => ({ [paths.endpoints]: { body: { data: [{ ...endpoint, ...change }] } } });

  it.each<[string, Record<string, Answer>, RegExp[], Date?]>([
    ['an account that is ready', {}, []],
    ['an endpoint that sends every event', withEndpoint({ enabled_events: ['*'] }), []],
    ['a key that is refused', { [paths.price]: { status: 401 } }, [/^wrong: Stripe rejects STRIPE_SECRET_KEY/]],
    [
      'a failure of Stripe',
      { [paths.price]: { status: 503 } },
      [/^wrong: Stripe answers 503, so STRIPE_SECRET_KEY could not/],
    ],
    ['an unknown price', { [paths.price]: { status: 404 } }, [/price.* does not know/]],
    ['an archived price', { [paths.price]: { body: { ...price, active: false } } }, [/archived/]],
    ['a one-time price', { [paths.price]: { body: { ...price, recurring: null } } }, [/one-time price/]],
    ['a price of the other mode', { [paths.price]: { body: { ...price, livemode: false } } }, [/other mode/]],
    [
      'an endpoint of another portal',
      withEndpoint({ url: 'https://other.maths-school.org/' }),
      [/webhook endpoint .* is missing/],
    ],
    ['a disabled endpoint', withEndpoint({ status: 'disabled' }), [/disabled/]],
    [
      'an endpoint without events',
      withEndpoint({ enabled_events: ['customer.deleted'] }),
      [/does not send .*subscription\.updated/],
    ],
    ['a restricted key', { [paths.endpoints]: { status: 403 } }, [/^note: .*restricted/]],
    ['a customer portal without settings', { [paths.portal]: { body: { data: [] } } }, [/no saved settings/]],
    ['a coupon that expired', { [paths.coupon]: { body: { valid: false } } }, [/coupon staff .*expired/]],
    ['a clock that Stripe would not accept', {}, [/^wrong: .*by 400 s/], new Date(now.getTime() - 400_000)],
  ])('judges %s', async (_case, changes, sentences, date) => {
    expectLines(await look(changes, date), ...sentences);
  });

  it('requires the events that the webhook acts on and the guide lists', () => {
    const { webhooks } = new Stripe('sk_test_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu');
    const secret = canary('whsec_');
    for (const type of requiredEventTypes) {
      const object = type === 'customer.deleted' ? { id: 'cus_A1' } : { id: 'it', customer: 'cus_A1' };
      const payload = JSON.stringify({ id: 'evt_A1', type, created: 0, livemode: true, data: { object } });
      const header = webhooks.generateTestHeaderString({ payload, secret });
      expect(createEventOf(webhooks, [secret], Date.now)(Buffer.from(payload), header)?.customerId, type).toBe(
        'cus_A1',
      );
    }
    const documented = readFileSync('docs/operators/going-live.md', 'utf8').matchAll(
      /`((?:checkout|customer|invoice)\.[a-z_.]+)`/g,
    );
    expect(new Set([...documented].map(([, type]) => type))).toEqual(new Set(requiredEventTypes));
  });
});

describe('the probe of the mail server', () => {
  it('accepts a server that answers, and sends nothing', async () => {
    const smtp = await startSmtpServer();
    expect(linesOf(await checkMail(() => verifySmtp(smtp.url)))).toEqual([]);
    expect(smtp.received).toEqual([]);
    await smtp.close();
  });

  it.each([
    ['EAUTH', 'rejects the user or the password'],
    ['ENOTFOUND', 'has no address'],
    ['ETIMEDOUT', 'does not answer'],
    ['EPROTOCOL', 'is not a mail server'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'cannot be reached encrypted'],
    ['ECONNREFUSED', 'does not accept connections'],
  ])('explains the code %s', async (code, problem) => {
    expectLines(
      linesOf(await checkMail(async () => code)),
      new RegExp(`^wrong: The mail server of SMTP_URL ${problem}.*\\(${code}\\)`),
    );
  });
});

describe('the probes of the receivers of events and of levels', () => {
  const meta = (url: string) => checkMeta({ ...metaAccount, url });
  const measurement = (url: string) => checkMeasurement({ ...measurementAccount, url });
  const levels = (url: string) => checkLevels({ kind: 'host', url });

  it.each<[string, (url: string) => Promise<readonly Finding[]>, Answer | null, RegExp[]]>([
    ['the pixel of Meta', meta, { body: { id: metaAccount.pixelId } }, []],
    ['another pixel', meta, { body: { id: '1' } }, [/META_PIXEL_ID/]],
    ['a refusal of Meta', meta, { status: 400, body: { error: { code: 190 } } }, [/META_PIXEL_ID/]],
    ['no answer of Meta', meta, null, [/META_API_URL does not answer/]],
    ['no answer of the measurement protocol', measurement, null, [/MEASUREMENT_URL does not answer/]],
    ['a level server without an unknown level', levels, { status: 404 }, []],
    ['a level server with every level', levels, { status: 200 }, [/must return 404/]],
    ['no answer of the level server', levels, null, [/LEVELS_URL does not answer/]],
  ])('judges %s', async (_case, check, answer, sentences) => {
    expectLines(linesOf(await check(answer === null ? nobody : await serve(() => answer))), ...sentences);
  });

  it('asks the measurement protocol’s debug server', async () => {
    const paths: string[] = [];
    const url = await serve(({ url: { pathname } }) => {
      paths.push(pathname);
      return { body: { validationMessages: [] } };
    });
    expectLines(linesOf(await measurement(url)), /^note: /);
    expect(paths).toEqual(['/debug/mp/collect']);
  });

  it('reports a folder of levels that is missing, empty or incomplete', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'levels-'));
    const look = async (path: string) => linesOf(await checkLevels({ kind: 'folder', folder: path }));
    expectLines(await look(join(folder, 'none')), /right to read it/);
    expectLines(await look(folder), /contains no level/);
    for (const file of ['castle.json', 'castle.png', 'a~b.json']) writeFileSync(join(folder, file), '');
    expect(await look(folder)).toEqual([
      'note: Levels whose name cannot be used in an address: 1.',
      'note: Levels without a picture: 1.',
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe('the probe of PUBLIC_URL', () => {
  const settings = {
    webhookSecrets: [canary('whsec_one'), canary('whsec_two')],
    gameKeys: [canary('game')],
    adminKeys: [canary('admin')],
  };
  const refused: Answer = { status: 401, body: { success: false, error: 'UNAUTHORIZED' } };
  const done: Answer = { body: { success: true } };
  const isSignedBy = ({ body, headers }: ReceivedRequest, secret: string): boolean => {
    const [, time, sign] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['stripe-signature'])) ?? [];
    return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex') === sign;
  };
  /** Imitates the parts of a portal that the doctor calls, with these secrets. */
  const portal =
    ({ webhookSecrets, gameKeys, adminKeys }: typeof settings) =>
    (asked: ReceivedRequest): Answer => {
      const { pathname } = asked.url;
      if (pathname === '/healthz') return done;
      if (pathname === '/api/stripe/webhook')
        return webhookSecrets.some((secret) => isSignedBy(asked, secret)) ? done : refused;
      const keys = pathname === '/api/schoolzone/progress' ? gameKeys : adminKeys;
      const isAllowed = keys.some((key) => asked.headers.authorization === `Bearer ${key}`);
      return isAllowed ? { status: 400, body: { success: false, error: 'INVALID_PAYLOAD' } } : refused;
    };
  const look = async (answer: (asked: ReceivedRequest) => Answer): Promise<string[]> => {
    const { webhookSecrets, gameKeys, adminKeys } = settings;
    const stripe = { webhookSecrets, livemode: true };
    return linesOf(
      await checkAddress({ publicUrl: await serve(answer), stripe, revenueCatKeys: ['a key'], gameKeys, adminKeys }),
    );
  };

  it.each<[string, (asked: ReceivedRequest) => Answer, RegExp[]]>([
    ['a portal with the configured secrets', portal(settings), []],
    ['another website', () => ({ body: '<h1>It works!</h1>' }), [/PUBLIC_URL is not a portal/]],
    [
      'a portal without the second webhook secret',
      portal({ ...settings, webhookSecrets: settings.webhookSecrets.slice(0, 1) }),
      [/answers 401 to an event signed with STRIPE_WEBHOOK_SECRETS, number 2/],
    ],
    ['a portal with other game keys', portal({ ...settings, gameKeys: [] }), [/answers 401 to GAME_API_KEY, number 1/]],
    [
      'a portal with other admin keys',
      portal({ ...settings, adminKeys: [] }),
      [/answers 401 to ADMIN_API_KEY, number 1/],
    ],
    [
      'a proxy that rewrites bodies',
      (asked) => portal(settings)({ ...asked, body: `${asked.body}\n` }),
      [/number 1/, /number 2/],
    ],
  ])('judges %s', async (_case, answer, sentences) => {
    expectLines(await look(answer), ...sentences);
  });

  it('reports which routes answer without their secrets', async () => {
    const open = (await look(() => done)).filter((line) => line.includes('without its secret'));
    expect(open.map((line) => line.split(' ')[1])).toEqual([
      '/playfab-functions/addOrUpdateUser',
      '/api/stripe/webhook',
      '/api/revenuecat/webhook',
      '/api/schoolzone/progress',
    ]);
  });
});
