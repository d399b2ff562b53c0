import { readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { createEventOf } from '../gateways/stripe-event.ts';
import { requiredEventTypes } from './stripe-findings.ts';

const secret = 'whsec_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu';
const { webhooks } = new Stripe('sk_test_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu');

const customerOf = (type: string): string | null | undefined => {
  const object = type === 'customer.deleted' ? { id: 'cus_A1' } : { id: 'it', customer: 'cus_A1' };
  const payload = JSON.stringify({ id: 'evt_A1', type, created: 0, livemode: true, data: { object } });
  const header = webhooks.generateTestHeaderString({ payload, secret });
  return createEventOf(webhooks, [secret], Date.now)(Buffer.from(payload), header)?.customerId;
};

it.each(requiredEventTypes)('acts on %s, which the doctor requires', (type) => {
  expect(customerOf(type)).toBe('cus_A1');
});

it('accepts the doctor’s own event as genuine and ignores it', () => {
  expect(customerOf('doctor.looked')).toBeNull();
});

it('documents exactly these events for the operator to register', () => {
  const text = readFileSync('docs/operators/going-live.md', 'utf8');
  const documented = [...text.matchAll(/`((?:checkout|customer|invoice)\.[a-z_.]+)`/g)].map(([, type]) => type);
  expect(new Set(documented)).toEqual(new Set(requiredEventTypes));
});
