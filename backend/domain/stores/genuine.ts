import { createHmac } from 'node:crypto';
import { isOneOf } from '../secrets.ts';

export type RevenueCatSecrets = {
  /** Values of the `Authorization` header that open the webhook, with or without `Bearer`; none shuts it. */
  keys: readonly string[];
  /** Any of them must have signed, where there are some. */
  signingSecrets: readonly string[];
};

export type Delivery = { authorization: string | undefined; signature: string | undefined; body: Buffer };

const tolerance = 300_000;

/**
 * `X-RevenueCat-Webhook-Signature: t=<unix seconds>,v1=<hex>`: an HMAC-SHA256 over `<t>.<raw body>`, made anew for each
 * attempt; several `v1` while a secret is changed. So others who receive these webhooks have published it; no signed
 * delivery of RevenueCat's own has been seen here.
 */
const isSigned = (header: string, body: Buffer, secrets: readonly string[], now: Date): boolean => {
  const fields = header.split(',').map((field) => field.trim());
  const time = fields.find((field) => /^t=\d{1,12}$/.test(field))?.slice(2);
  if (time === undefined || Math.abs(now.getTime() - Number(time) * 1000) > tolerance) return false;
  const wanted = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex'));
  return fields.some((field) => field.startsWith('v1=') && isOneOf(field.slice(3), wanted));
};

/**
 * RevenueCat sends the `Authorization` header that its dashboard was given
 * (https://www.revenuecat.com/docs/integrations/webhooks). The signature is asked for beside it, never instead.
 * @returns what does not fit; null when it is RevenueCat's.
 */
export const suspicionOf = (
  { authorization = '', signature = '', body }: Delivery,
  { keys, signingSecrets }: RevenueCatSecrets,
  now: Date,
): 'key' | 'signature' | null => {
  if (!isOneOf(authorization.replace(/^Bearer /i, ''), keys)) return 'key';
  if (signingSecrets.length > 0 && !isSigned(signature, body, signingSecrets, now)) return 'signature';
  return null;
};
