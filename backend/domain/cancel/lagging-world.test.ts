import { it } from 'vitest';
import { createModel, type Scene } from '../../testing/lagging-world.ts';
import { failingCard } from '../../testing/stripe.ts';

/** What breaks what is said about payments, and when they end. */
const scenes: readonly Scene[] = [
  ['cancel', 'jobs run', 'renew at Stripe', 'cancel'],
  ['set a later end at Stripe', 'cancel', 'jobs run'],
  ['withdraw', 'jobs run', 'buy', 'withdraw'],
  ['PlayFab away or back', 'jobs run', 'undo', 'jobs run'],
  ['refunds refused or not', 'withdraw', 'jobs run', 'buy', 'cancel', 'jobs run'],
  ['withdraw by mail', 'PlayFab away or back', 'withdraw', 'confirm first link', 'jobs run', 'buy'],
  ['open a page', 'Stripe away or back', 'delete', 'pay the open page'],
  ['card fails', 'eight days', 'cancel', 'jobs run'],
];
const tryOrders = await createModel([{}, { card: failingCard }], scenes);

it(
  'has carried out what was confirmed, in any order of declarations, purchases, outages and changes at Stripe',
  tryOrders,
  3_600_000,
);
