import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, type AnsweringServer, type Asked, startAnsweringServer } from '../testing/answering-server.ts';
import { checkAddress } from './check-address.ts';

const webhookSecrets = ['whsec_one7Fq2xZ9LmVt4RkWc8PyHs3Nb', 'whsec_two7Fq2xZ9LmVt4RkWc8PyHs3Nb'];
const refused: Answer = { status: 401, body: { success: false, error: 'UNAUTHORIZED' } };
const done: Answer = { body: { success: true } };

const isSignedBy = ({ body, headers }: Asked, secret: string): boolean => {
  const [, time, sign] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['stripe-signature'])) ?? [];
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex') === sign;
};

/** The portal as far as the doctor looks at it, knowing these webhook secrets. */
const portal =
  (secrets: readonly string[]) =>
  (asked: Asked): Answer => {
    if (asked.url.pathname === '/healthz') return done;
    const isWebhook = asked.method === 'POST' && asked.url.pathname === '/api/stripe/webhook';
    return isWebhook && secrets.some((secret) => isSignedBy(asked, secret)) ? done : refused;
  };

let server: AnsweringServer | undefined;
afterEach(() => server?.close());

const examine = async (answerTo: (asked: Asked) => Answer): Promise<string[]> => {
  server = await startAnsweringServer(answerTo);
  const stripe = { webhookSecrets, livemode: true };
  const findings = await checkAddress({ publicUrl: server.url, stripe, revenueCatKeys: ['a key'] });
  return findings.filter(({ kind }) => kind !== 'right').map(({ sentence }) => sentence);
};

describe('the doctor at PUBLIC_URL', () => {
  it('finds a portal that keeps its doors and knows our secrets', async () => {
    expect(await examine(portal(webhookSecrets))).toEqual([]);
  });

  it('says that nobody answers there', async () => {
    const findings = await checkAddress({ publicUrl: 'http://127.0.0.1:9', stripe: null, revenueCatKeys: null });
    expect(findings).toEqual([{ kind: 'wrong', sentence: 'Nobody answers at PUBLIC_URL.' }]);
  });

  it.each<[string, Answer]>([
    ['somebody else', { body: '<h1>It works!</h1>' }],
    ['a proxy without a portal', { status: 502 }],
    ['a redirect', { status: 301, headers: { location: '/elsewhere' } }],
  ])('knows a portal from %s', async (_case, answer) => {
    expect(await examine(() => answer)).toEqual([expect.stringMatching(/^At PUBLIC_URL there is no portal/)]);
  });

  it('says which doors stand open', async () => {
    expect(await examine(() => done)).toEqual([
      expect.stringMatching(/^\/playfab-functions\/addOrUpdateUser answers 200 to a call without its secret/),
      expect.stringMatching(/^\/api\/stripe\/webhook answers 200/),
      expect.stringMatching(/^\/api\/revenuecat\/webhook answers 200/),
    ]);
  });

  it('says which of two webhook secrets the running portal does not know', async () => {
    expect(await examine(portal(webhookSecrets.slice(0, 1)))).toEqual([
      expect.stringMatching(/answers 401 to an event signed with STRIPE_WEBHOOK_SECRETS, number 2/),
    ]);
  });

  it('notices a proxy that rewrites what it hands on', async () => {
    const rewriting = (asked: Asked) => portal(webhookSecrets)({ ...asked, body: `${asked.body}\n` });
    expect(await examine(rewriting)).toHaveLength(2);
  });
});
