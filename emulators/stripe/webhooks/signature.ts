import { createHmac } from 'node:crypto';

/** Returns the header `Stripe-Signature` for a time and a body (https://docs.stripe.com/webhooks#verify-manually). */
export const signatureOf = (body: string, secret: string, now: Date): string => {
  const t = Math.floor(now.getTime() / 1_000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};
