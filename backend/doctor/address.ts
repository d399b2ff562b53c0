import { createHmac, randomUUID } from 'node:crypto';
import { serverPaths } from '../../src/contracts/api.ts';
import { levelsPath } from '../../src/contracts/calls/levels.ts';
import { schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';
import { type Finding, probe, type ProbeResponse, right, wrong } from './finding.ts';

type Settings = {
  publicUrl: string;
  stripe: { webhookSecrets: readonly string[]; livemode: boolean } | null;
  revenueCatKeys: readonly string[] | null;
  gameKeys: readonly string[] | null;
  adminKeys: readonly string[] | null;
};

const json = { 'content-type': 'application/json' };

/** Returns an event of an unknown type: a portal that accepts it has verified its signature, and does nothing else. */
const harmlessEvent = (livemode: boolean): string =>
  JSON.stringify({
    id: `evt_doctor_${randomUUID()}`,
    object: 'event',
    type: 'doctor.looked',
    created: Math.floor(Date.now() / 1_000),
    livemode,
    data: { object: { object: 'doctor' } },
  });

/** Creates a signature as described at https://docs.stripe.com/webhooks#verify-manually. */
const signature = (body: string, secret: string): string => {
  const time = Math.floor(Date.now() / 1_000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
};

/** Checks what answers at PUBLIC_URL, through every proxy on the way: it must be the portal, with these secrets. */
export const checkAddress = async (settings: Settings, send: typeof fetch = fetch): Promise<readonly Finding[]> => {
  const { publicUrl, stripe, revenueCatKeys, gameKeys, adminKeys } = settings;
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    probe(publicUrl + path, { method: 'POST', body, headers: { ...json, ...headers } }, send);

  const health = await probe(`${publicUrl}/healthz`, {}, send);
  if (health === null)
    return [wrong('PUBLIC_URL does not answer: start the portal and the proxy, or correct PUBLIC_URL.')];
  if (health.status !== 200 || !isSuccess(health.body)) {
    return [
      wrong(`PUBLIC_URL is not a portal (/healthz returned ${health.status}): start the portal, or correct the proxy.`),
    ];
  }

  const isRefused = async (path: string): Promise<Finding> => {
    const answer = await post(path, '{}');
    return answer?.status === 401 || answer?.status === 400
      ? right(`${path} rejects a call without its secret.`)
      : wrong(
          `${path} answers ${answer?.status ?? 'nothing'} to a call without its secret; it must reject such calls.`,
        );
  };
  const takesEvent = async (secret: string, index: number, livemode: boolean): Promise<Finding> => {
    const body = harmlessEvent(livemode);
    const answer = await post(serverPaths.stripeWebhook, body, { 'stripe-signature': signature(body, secret) });
    const which = `an event signed with STRIPE_WEBHOOK_SECRETS, number ${index + 1}`;
    return answer?.status === 200
      ? right(`${serverPaths.stripeWebhook} accepts ${which}.`)
      : wrong(
          `${serverPaths.stripeWebhook} answers ${answer?.status ?? 'nothing'} to ${which}: that portal has other secrets or a wrong clock, or a proxy changes the body.`,
        );
  };

  /** Calls a route with an empty body. Only a caller with the right key gets the answer that the body is invalid. */
  const takesKey =
    (variable: string, path: string, ask: (headers: Record<string, string>) => Promise<ProbeResponse | null>) =>
    async (key: string, index: number): Promise<Finding> => {
      const answer = await ask({ authorization: `Bearer ${key}` });
      const which = `${variable}, number ${index + 1}`;
      return answer?.status === 400
        ? right(`${path} accepts ${which}.`)
        : wrong(`${path} answers ${answer?.status ?? 'nothing'} to ${which}: that portal has other keys.`);
    };
  const { progress } = schoolZonePaths;
  const takesGameKey = takesKey('GAME_API_KEY', progress, (headers) => post(progress, '{}', headers));
  const takesAdminKey = takesKey('ADMIN_API_KEY', levelsPath, (headers) =>
    probe(publicUrl + levelsPath, { headers }, send),
  );

  return [
    right('The portal answers at PUBLIC_URL.'),
    await isRefused(serverPaths.playfabFunction),
    ...(stripe === null ? [] : [await isRefused(serverPaths.stripeWebhook)]),
    ...(stripe === null
      ? []
      : await Promise.all(stripe.webhookSecrets.map((secret, index) => takesEvent(secret, index, stripe.livemode)))),
    ...(revenueCatKeys === null ? [] : [await isRefused(serverPaths.revenueCatWebhook)]),
    ...(gameKeys === null ? [] : [await isRefused(schoolZonePaths.progress)]),
    ...(await Promise.all((gameKeys ?? []).map(takesGameKey))),
    ...(await Promise.all((adminKeys ?? []).map(takesAdminKey))),
  ];
};

const isSuccess = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === true;
