import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  type AnsweringServer,
  type ReceivedRequest,
  startAnsweringServer,
} from '../testing/answering-server.ts';
import { checkAddress } from './check-address.ts';

const webhookSecrets = ['whsec_one7Fq2xZ9LmVt4RkWc8PyHs3Nb', 'whsec_two7Fq2xZ9LmVt4RkWc8PyHs3Nb'];
const gameKeys = ['game-one-7Fq2xZ9LmVt4RkWc8PyHs3Nb', 'game-two-7Fq2xZ9LmVt4RkWc8PyHs3Nb'];
const adminKeys = ['admin-one-7Fq2xZ9LmVt4RkWc8PyHs3Nb'];
const refused: Answer = { status: 401, body: { success: false, error: 'UNAUTHORIZED' } };
const done: Answer = { body: { success: true } };
const invalid: Answer = { status: 400, body: { success: false, error: 'INVALID_PAYLOAD' } };

const isSignedBy = ({ body, headers }: ReceivedRequest, secret: string): boolean => {
  const [, time, sign] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['stripe-signature'])) ?? [];
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex') === sign;
};

/** Imitates the parts of the portal that the doctor calls, with these webhook secrets and keys. */
const portal =
  (secrets: readonly string[], keys: readonly string[] = [...gameKeys, ...adminKeys]) =>
  (asked: ReceivedRequest): Answer => {
    if (asked.url.pathname === '/healthz') return done;
    if (['/api/schoolzone/progress', '/api/admin/download/ugc/levels'].includes(asked.url.pathname)) {
      return keys.some((key) => asked.headers.authorization === `Bearer ${key}`) ? invalid : refused;
    }
    const isWebhook = asked.method === 'POST' && asked.url.pathname === '/api/stripe/webhook';
    return isWebhook && secrets.some((secret) => isSignedBy(asked, secret)) ? done : refused;
  };

let server: AnsweringServer | undefined;
afterEach(() => server?.close());

const examine = async (answerTo: (asked: ReceivedRequest) => Answer): Promise<string[]> => {
  server = await startAnsweringServer(answerTo);
  const stripe = { webhookSecrets, livemode: true };
  const findings = await checkAddress({
    publicUrl: server.url,
    stripe,
    revenueCatKeys: ['a key'],
    gameKeys,
    adminKeys,
  });
  return findings.filter(({ kind }) => kind !== 'right').map(({ sentence }) => sentence);
};

describe('the doctor’s check of PUBLIC_URL', () => {
  it('finds nothing wrong with a portal that requires its secrets and has the configured ones', async () => {
    expect(await examine(portal(webhookSecrets))).toEqual([]);
  });

  it('reports that PUBLIC_URL does not answer', async () => {
    const nothing = { stripe: null, revenueCatKeys: null, gameKeys: null, adminKeys: null };
    const findings = await checkAddress({ publicUrl: 'http://127.0.0.1:9', ...nothing });
    expect(findings).toEqual([
      { kind: 'wrong', sentence: 'PUBLIC_URL does not answer: start the portal and the proxy, or correct PUBLIC_URL.' },
    ]);
  });

  it.each<[string, Answer]>([
    ['another website', { body: '<h1>It works!</h1>' }],
    ['a proxy without a portal', { status: 502 }],
    ['a redirect', { status: 301, headers: { location: '/elsewhere' } }],
  ])('distinguishes a portal from %s', async (_case, answer) => {
    expect(await examine(() => answer)).toEqual([expect.stringMatching(/^PUBLIC_URL is not a portal/)]);
  });

  it('reports which routes answer without their secrets', async () => {
    expect(await examine(() => done)).toEqual([
      expect.stringMatching(/^\/playfab-functions\/addOrUpdateUser answers 200 to a call without its secret/),
      expect.stringMatching(/^\/api\/stripe\/webhook answers 200/),
      expect.stringMatching(/^\/api\/revenuecat\/webhook answers 200/),
      expect.stringMatching(/^\/api\/schoolzone\/progress answers 200 to a call without its secret/),
      expect.stringMatching(/^\/api\/schoolzone\/progress answers 200 to GAME_API_KEY, number 1/),
      expect.stringMatching(/^\/api\/schoolzone\/progress answers 200 to GAME_API_KEY, number 2/),
      expect.stringMatching(/^\/api\/admin\/download\/ugc\/levels answers 200 to ADMIN_API_KEY, number 1/),
    ]);
  });

  it('reports which of two webhook secrets the running portal does not have', async () => {
    expect(await examine(portal(webhookSecrets.slice(0, 1)))).toEqual([
      expect.stringMatching(/answers 401 to an event signed with STRIPE_WEBHOOK_SECRETS, number 2/),
    ]);
  });

  it('reports which of two game keys the running portal does not have', async () => {
    expect(await examine(portal(webhookSecrets, [...gameKeys.slice(1), ...adminKeys]))).toEqual([
      expect.stringMatching(/answers 401 to GAME_API_KEY, number 1: that portal has other keys/),
    ]);
  });

  it('reports an admin key that the running portal does not have, and skips the check without one', async () => {
    expect(await examine(portal(webhookSecrets, gameKeys))).toEqual([
      expect.stringMatching(/answers 401 to ADMIN_API_KEY, number 1: that portal has other keys/),
    ]);
  });

  it('detects a proxy that rewrites bodies', async () => {
    const rewriting = (asked: ReceivedRequest) => portal(webhookSecrets)({ ...asked, body: `${asked.body}\n` });
    expect(await examine(rewriting)).toHaveLength(2);
  });
});
