import { it } from 'vitest';
import { createModel, type Scene } from '../../testing/lagging-world.ts';

/** What breaks what is promised for the end of a trial. */
const scenes: readonly Scene[] = [
  ['four days', 'hourly task', 'cancel', 'jobs run', 'undo'],
  // The mail waits, and then it is not true any more until the membership is kept.
  [
    'four days',
    'PlayFab away or back',
    'hourly task',
    'cancel',
    'PlayFab away or back',
    'an hour',
    'jobs run',
    'undo',
    'jobs run',
  ],
  ['withdraw', 'jobs run', 'buy', 'forty days', 'withdraw'],
  ['withdraw', 'jobs run', 'buy', 'withdraw'],
  ['Stripe away or back', 'cancel', 'eight days', 'Stripe away or back', 'jobs run', 'withdraw'],
  ['cancel', 'jobs run', 'renew at Stripe', 'cancel'],
  ['open a page', 'Stripe away or back', 'delete', 'pay the open page'],
];
const tryOrders = await createModel([{ trial: 'running' }], scenes);

it('has carried out what was confirmed since a trial, in any order of all that happens', tryOrders, 3_600_000);
