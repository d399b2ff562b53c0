import { setTimeout } from 'node:timers/promises';
import { createMoveIn, type MoveInDependencies } from '../domain/billing/move-in.ts';
import { VendorError } from '../gateways/vendor.ts';
import { AdminError } from './commands.ts';
import { openReport, readList } from './lists.ts';

const columns = {
  subscription: ['subscription', 'subscriptionid', 'stripesubscription'],
  customer: ['customer', 'customerid', 'stripecustomer'],
  playfabId: ['playfabid'],
  addressDiffers: ['addressdiffers'],
} as const;

/**
 * The milliseconds between two members. Each makes at most two readings and a write at Stripe, which allows 25 calls a
 * second in test mode, and causes an event that the server reads (https://docs.stripe.com/rate-limits).
 */
const pace = 125;
const together = 4;
const tries = 4;

/** Repeats a step while a vendor does not answer. @throws AdminError at last */
const patiently = async <Answer>(pause: number, step: () => Promise<Answer>): Promise<Answer> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      if (tried === tries) throw new AdminError(`No answer (${error.message}). Run the command again: it goes on.`);
      await setTimeout(pause * 8 * 2 ** tried);
    }
  }
};

/**
 * `move-in members`: gives the memberships of a list to their players (docs/operators/moving-in.md). It may be stopped
 * anywhere and run again. @throws AdminError
 */
export const moveInMembers = async (
  { dryRun, pause = pace, ...deps }: MoveInDependencies & { dryRun: boolean; pause?: number },
  file: string,
): Promise<string[]> => {
  const list = await readList<keyof typeof columns>(file, columns, ['playfabId']);
  const report = openReport(file, { subject: 'membership', total: list.length, dryRun });
  const moveIn = createMoveIn(deps, { dryRun });
  // The lines of one player are done in their order.
  const players = Object.values(Object.groupBy(list, ({ read }) => read('playfabId'))).values();
  const work = async (): Promise<void> => {
    for (const mine of players) {
      for (const { line, read } of mine ?? []) {
        const stripeId = read('subscription') || read('customer');
        const mover = {
          stripeId,
          playfabId: read('playfabId'),
          mayDiffer: /^(yes|oui|true|1)$/i.test(read('addressDiffers')),
        };
        const isComplete = /^(sub|cus)_\w+$/.test(stripeId) && /^\w+$/.test(mover.playfabId);
        const step = isComplete ? patiently(pause, () => moveIn(mover)) : 'not found';
        const [result] = await Promise.all([step, setTimeout(pause * together)]);
        report.add(line, stripeId, result);
      }
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return report.summary();
};
