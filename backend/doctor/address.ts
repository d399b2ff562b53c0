import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { serverPaths } from '../../src/contracts/api.ts';
import { levelsPath } from '../../src/contracts/calls/levels.ts';
import { schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';
import { type Finding, judge, probe, right, wrong } from './finding.ts';

type Settings = {
  publicUrl: string;
  /** The parts that are null are not configured. */
  stripe: { webhookSecrets: readonly string[]; livemode: boolean } | null;
  revenueCatKeys: readonly string[] | null;
  gameKeys: readonly string[] | null;
  adminKeys: readonly string[] | null;
};

/** A call to the portal with the statuses that are right, and the cause of another one. */
type Call = { path: string; given: string; init: RequestInit; expected: readonly number[]; cause: string };

const health = z.object({ success: z.literal(true) });
const posted = { method: 'POST', body: '{}' };
const json = { 'content-type': 'application/json' };

const withoutSecret = (path: string): Call => ({
  path,
  given: 'a call without its secret',
  init: { ...posted, headers: json },
  expected: [400, 401],
  cause: 'it must reject such calls',
});

/** Calls a route with an empty body. Only a caller with the right key gets the answer that the body is invalid. */
const withKeys = (keys: readonly string[] | null, variable: string, path: string, init: RequestInit): Call[] =>
  (keys ?? []).map((key, index) => ({
    path,
    given: `${variable}, number ${index + 1}`,
    init: { ...init, headers: { ...json, authorization: `Bearer ${key}` } },
    expected: [400],
    cause: 'that portal has other keys',
  }));

/**
 * Sends an event of an unknown type: a portal that accepts it has verified its signature
 * (https://docs.stripe.com/webhooks#verify-manually), and does nothing else.
 */
const signedEvents = ({ webhookSecrets, livemode }: NonNullable<Settings['stripe']>): Call[] =>
  webhookSecrets.map((secret, index) => {
    const created = Math.floor(Date.now() / 1_000);
    const data = { object: { object: 'doctor' } };
    const event = { id: `evt_doctor_${randomUUID()}`, object: 'event', type: 'doctor.looked', created, livemode, data };
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
    return {
      path: serverPaths.stripeWebhook,
      given: `an event signed with STRIPE_WEBHOOK_SECRETS, number ${index + 1}`,
      init: { method: 'POST', body, headers: { ...json, 'stripe-signature': `t=${created},v1=${signature}` } },
      expected: [200],
      cause: 'that portal has other secrets or a wrong clock, or a proxy changes the body',
    };
  });

/** Checks what answers at PUBLIC_URL, through every proxy on the way: it must be the portal, with these secrets. */
export const checkAddress = async (settings: Settings, send: typeof fetch = fetch): Promise<readonly Finding[]> => {
  const { publicUrl, stripe, revenueCatKeys, gameKeys, adminKeys } = settings;
  const seen = await probe(`${publicUrl}/healthz`, {}, send);
  if (seen?.status !== 200 || !health.safeParse(seen.body).success) {
    const answer = seen?.status ?? 'nothing';
    return [
      wrong(
        `PUBLIC_URL is not a portal (/healthz answers ${answer}): start the portal and the proxy, or correct PUBLIC_URL.`,
      ),
    ];
  }
  const { progress } = schoolZonePaths;
  const calls = [
    withoutSecret(serverPaths.playfabFunction),
    ...(stripe === null ? [] : [withoutSecret(serverPaths.stripeWebhook), ...signedEvents(stripe)]),
    ...(revenueCatKeys === null ? [] : [withoutSecret(serverPaths.revenueCatWebhook)]),
    ...(gameKeys === null ? [] : [withoutSecret(progress)]),
    ...withKeys(gameKeys, 'GAME_API_KEY', progress, posted),
    ...withKeys(adminKeys, 'ADMIN_API_KEY', levelsPath, {}),
  ];
  const findings = calls.map(async ({ path, given, init, expected, cause }) => {
    const status = (await probe(publicUrl + path, init, send))?.status;
    return judge(
      status !== undefined && expected.includes(status),
      `${path} answers ${given} as it must.`,
      `${path} answers ${status ?? 'nothing'} to ${given}: ${cause}.`,
    );
  });
  return [right('The portal answers at PUBLIC_URL.'), ...(await Promise.all(findings))];
};
