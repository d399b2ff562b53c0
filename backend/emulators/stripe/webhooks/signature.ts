import { createHmac } from 'node:crypto';

/** `Stripe-Signature` (https://docs.stripe.com/webhooks#verify-manually): of the moment and the body as it is sent. */
export const signatureOf = (body: string, secret: string, now: Date): string => {
  const t = Math.floor(now.getTime() / 1_000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};
