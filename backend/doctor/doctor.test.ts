import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { buildFolder } from '../testing/build-folder.ts';
import { examine } from './doctor.ts';
import { checkWithTimeout, right, wrong } from './finding.ts';
import { report } from './finding.ts';

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

const examineHere = (env: Record<string, string>) => examine(env, { built, fetch: intoEcho });

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
    expect(wrongs).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^PLAYFAB_SECRET_KEY is missing/),
        expect.stringMatching(/^MAIL_FROM is missing/),
        expect.stringMatching(/^No PostgreSQL answers at the host and port of DATABASE_URL/),
        expect.stringMatching(/^No mail server answers at the host and port of SMTP_URL/),
        expect.stringMatching(/^Stripe answers 418, so STRIPE_SECRET_KEY could not be checked/),
      ]),
    );
    expect(wrongs.join()).not.toMatch(/PlayFab’s title/);
  });

  it('names the emulators in development, and asks no service', async () => {
    asked.length = 0;
    const printed = report(await examineHere({}));
    expect(printed).toMatch(/· Stripe is the simulator\./);
    expect(printed).toMatch(/Nothing is wrong\.\n$/);
    expect(asked).toEqual([]);
  });

  it('distinguishes a wrong variable from a missing one', async () => {
    const printed = report(await examineHere({ STRIPE_SECRET_KEY: canary('sk_live_') }));
    expect(printed).toMatch(/✗ STRIPE_SECRET_KEY must be a key of Stripe’s test mode/);
    expect(printed).not.toMatch(/Stripe is the simulator/);
  });

  it('checks Stripe’s test mode in development', async () => {
    asked.length = 0;
    await examineHere({
      STRIPE_SECRET_KEY: canary('sk_test_'),
      STRIPE_WEBHOOK_SECRETS: canary('whsec_'),
      STRIPE_PRICE_ID: 'price_A1',
    });
    expect(new Set(asked)).toEqual(new Set(['api.stripe.com']));
  });

  it('counts what is wrong', () => {
    expect(report([right('One.'), wrong('Two.'), wrong('Three.')])).toBe(
      '✓ One.\n✗ Two.\n✗ Three.\n\n2 things are wrong.\n',
    );
  });
});

describe('a bounded check', () => {
  it('ends a check that does not answer', async () => {
    const never = () => new Promise<never>(() => undefined);
    expect(await checkWithTimeout('It', never, 5)).toEqual([wrong('It did not respond within 0.005 s.')]);
  });

  it('reports a failed check without leaking the error message', async () => {
    const breaking = () => Promise.reject(new TypeError(canary('message')));
    expect(await checkWithTimeout('It', breaking)).toEqual([wrong('It could not be checked: TypeError.')]);
  });
});
