import type { Language } from '../../../src/contracts/language.ts';
import { limits as productLimits } from '../../../src/config/limits.ts';
import { withTimeout } from '../../gateways/stripe-call.ts';
import { usersRepository } from '../../store/accounts.repository.ts';
import { lastDay } from '../cancel/decisions.ts';
import type { CallerSecrets, PortalSettings } from '../dependencies.ts';
import { enqueue } from '../jobs/jobs.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret, isOneOf, keyedDigest } from '../secrets.ts';
import { createMoveIn } from './move-in.ts';
import type { BillingDependencies } from './subscription.ts';

type Session = { userId: string; token: string };

type LinkDependencies = Omit<BillingDependencies, 'subscriptionsOf' | 'carryOutFound'> &
  Pick<CallerSecrets, 'functionSecrets'> &
  Pick<PortalSettings, 'contractTimeZone'> & {
    requireRecentSignIn(database: BillingDependencies['database'], token: string): Promise<void>;
    /** Reads a customer's subscriptions from Stripe. */
    readCustomer(customerId: string): Promise<void>;
  };

/**
 * Creates the two calls by which a parent moves the own membership in. The mail proves that the account has the
 * mailbox of its address, and only then Stripe is asked for that address. The link is a keyed digest of the account,
 * the address and its last day, so it opens nothing for another account, or once the address has changed.
 */
export const createMoveInLink = (deps: LinkDependencies) => {
  const { database, clock, stripe, playfab, limits, functionSecrets, contractTimeZone, wake } = deps;
  const { stripeTimeout: timeout = 12_000 } = deps;
  const moveIn = createMoveIn(deps);
  const days = productLimits.declarationLinkDays;
  const lastDayIn = (count: number): string => lastDay(contractTimeZone, clock.now(), count);

  const linksOf = (userId: string, email: string, ends: string): string[] =>
    functionSecrets.map((secret) => keyedDigest(secret, JSON.stringify(['move-in', userId, email, ends])));

  /** Returns the player of an account, and the address at this moment. @throws Refusal TOKEN_EXPIRED */
  const accountOf = async (userId: string) => {
    const user = await usersRepository(database).find(userId);
    const account = user === null ? null : await playfab.accountOf(user.playfabId);
    if (user === null || account === null) throw new Refusal('TOKEN_EXPIRED');
    return { playfabId: user.playfabId, email: account.email.toLowerCase() };
  };

  const moveAll = async ({ playfabId, email }: { playfabId: string; email: string }): Promise<boolean> => {
    const taken = new Map<string, string>();
    let isHere = false;
    for (const { id, customerId } of await stripe.membershipsOfAddress(email)) {
      const result = await moveIn({ stripeId: id, playfabId, mayDiffer: false }, { taken, dryRun: false });
      if (result !== 'moved in' && result !== 'already here') continue;
      // The event of it may be late.
      await deps.readCustomer(customerId);
      isHere = true;
    }
    return isHere;
  };

  return {
    /** Mails a link to the account's address, once a day. Stripe is not asked, so everybody gets the same answer. */
    mail: async (userId: string, language: Language): Promise<void> => {
      await limits.admit('payer', { ip: '', person: userId });
      const { email: to } = await accountOf(userId);
      const ends = lastDayIn(days);
      const [token = ''] = linksOf(userId, to, ends);
      const payload = { to, language, template: 'move-in-link', values: { link: { token, ends } } } as const;
      await enqueue(database, { kind: 'mail', payload, key: `move-in:${hashSecret(token)}` }, await limits.placeMail());
      wake();
    },

    /**
     * Moves in what has the address of the account, and returns whether it is here now. It can be repeated.
     * @throws Refusal LINK_EXPIRED, also for the link of another account; RECENT_SIGN_IN_REQUIRED
     */
    open: async ({ userId, token }: Session, link: string): Promise<boolean> => {
      await limits.admit('payer', { ip: '', person: userId });
      const account = await accountOf(userId);
      const valid = Array.from({ length: days + 1 }, (_, count) => linksOf(userId, account.email, lastDayIn(count)));
      if (!isOneOf(link, valid.flat())) throw new Refusal('LINK_EXPIRED');
      await deps.requireRecentSignIn(database, token);
      return withTimeout('move-in', timeout, moveAll(account));
    },
  };
};
