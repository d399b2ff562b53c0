import { createHmac } from 'node:crypto';
import { signatureTime } from '../../gateways/signature-time.ts';
import { isOneOf } from '../secrets.ts';

export type RevenueCatSecrets = {
  /** Accepted values of the `Authorization` header, with or without `Bearer`; an empty list closes the webhook. */
  keys: readonly string[];
  /** When the list is not empty, one of these secrets must have signed. */
  signingSecrets: readonly string[];
};

export type Delivery = { authorization: string | undefined; signature: string | undefined; body: Buffer };

/**
 * Returns whether the signature is valid. `X-RevenueCat-Webhook-Signature: t=<unix seconds>,v1=<hex>` is an HMAC-SHA256
 * over `<t>.<raw body>`, computed for each attempt, with several `v1` while a secret is being replaced. This format was
 * published by others who receive these webhooks; we have not seen a signed delivery from RevenueCat.
 */
const isSigned = (header: string, body: Buffer, secrets: readonly string[], now: Date): boolean => {
  const time = signatureTime(header, now.getTime());
  if (time === null) return false;
  const fields = header.split(',').map((field) => field.trim());
  const wanted = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex'));
  return fields.some((field) => field.startsWith('v1=') && isOneOf(field.slice(3), wanted));
};

/**
 * Checks a delivery. RevenueCat sends the `Authorization` header that is configured in its dashboard
 * (https://www.revenuecat.com/docs/integrations/webhooks). A signature is required in addition, never instead.
 * @returns what does not match, or null when RevenueCat sent the delivery.
 */
export const authenticationError = (
  { authorization = '', signature = '', body }: Delivery,
  { keys, signingSecrets }: RevenueCatSecrets,
  now: Date,
): 'key' | 'signature' | null => {
  if (!isOneOf(authorization.replace(/^Bearer /i, ''), keys)) return 'key';
  if (signingSecrets.length > 0 && !isSigned(signature, body, signingSecrets, now)) return 'signature';
  return null;
};
