import { limits as productLimits } from '../../../src/config/limits.ts';
import { defaultLanguage, type Language } from '../../../src/contracts/language.ts';
import type { SubscriptionStatus } from '../../../src/contracts/calls/subscription.ts';
import type { Database } from '../../db/database.ts';
import type { StripeMembership } from '../../gateways/stripe.ts';
import { withTimeout } from '../../gateways/stripe-call.ts';
import { type User, usersRepository } from '../../store/accounts.repository.ts';
import { stripeCustomersRepository, stripeSubscriptionsRepository } from '../../store/billing.repository.ts';
import { deletedPlayers } from '../accounts/users.ts';
import { lastDay, latestTime } from '../cancel/decisions.ts';
import type { CallerSecrets, Gateways, Infrastructure, PortalSettings } from '../dependencies.ts';
import { enqueue } from '../jobs/jobs.ts';
import { Refusal, unlessAway } from '../refusal.ts';
import { hashSecret, isOneOf, keyedDigest, randomId } from '../secrets.ts';
import { type BillingDependencies, isEnding, isLive } from './subscription.ts';

const isRunning = (one: StripeMembership): one is StripeMembership & { status: SubscriptionStatus } =>
  one.status !== null && isLive({ status: one.status });

/** Returns whether a membership that began elsewhere and has no owner here will be charged again. */
export const isChargedElsewhere = (one: StripeMembership): boolean =>
  one.isOurs && one.userId === null && isRunning(one) && (one.isUnpaid || !isEnding(one));

/** Returns until when memberships that began elsewhere and have no owner here run; null without one that ends. */
export const endOfElsewhere = (found: readonly StripeMembership[]): Date | null =>
  latestTime(
    found.flatMap((one) => (one.isOurs && one.userId === null && isRunning(one) && one.endsAt ? [one.endsAt] : [])),
  );

/** Creates a reader of what a person has elsewhere, once a mailed link has shown that the mailbox is the person's. */
export const createElsewhereOf =
  ({ database, stripe, playfab }: Pick<BillingDependencies, 'database' | 'stripe' | 'playfab'>) =>
  async (userId: string): Promise<StripeMembership[]> => {
    const user = await usersRepository(database).find(userId);
    if (user === null || user.passwordResetAt === null) return [];
    const account = await unlessAway(playfab.accountOf(user.playfabId));
    return account === null ? [] : stripe.membershipsOfAddress(account.email);
  };

/** Returns the membership that an id names, or the reason why none moves in. */
const chosenOf = (id: string, all: readonly StripeMembership[]) => {
  const running = all.filter(isRunning);
  const named = all.find((one) => one.id === id);
  const ours = running.filter(({ isOurs }) => isOurs);
  if (named === undefined && ours.length === 0) return running.length === 0 ? 'ended' : 'other product';
  if (named !== undefined && !isRunning(named)) return 'ended';
  if (named?.isOurs === false) return 'other product';
  return ours.length > 1 ? 'more than one live' : (named ?? ours[0] ?? 'ended');
};

/** Returns why the portal cannot serve a membership; null when it can. */
const obstacleOf = ({ isPlain, scheduleId, isInvoiced, currency }: StripeMembership, sold: string | null) => {
  if (!isPlain) return 'several items';
  if (scheduleId !== null) return 'schedule';
  if (isInvoiced) return 'invoiced by mail';
  return currency === sold ? null : 'other currency';
};

export type MoveInDependencies = Pick<Infrastructure, 'database' | 'clock'> &
  Pick<Gateways, 'stripe' | 'playfab'> &
  Pick<PortalSettings, 'publicUrl'>;

/**
 * A player, and the id of a subscription or of a customer. `mayDiffer`: whether the operator says that the addresses
 * may differ.
 */
type Mover = { stripeId: string; playfabId: string; mayDiffer?: boolean };

/**
 * Creates the step by which a membership that began elsewhere gets an owner: a record here, then one write of metadata.
 * Every other part of billing then treats it as our own. It can be stopped anywhere and repeated.
 * @returns a function that says in some words what became of a membership. It remembers what it moved in, because
 *   Stripe's event about it comes later.
 */
export const createMoveIn = (
  { database, clock, stripe, playfab, publicUrl }: MoveInDependencies,
  { dryRun = false } = {},
) => {
  const taken = new Map<string, string>();
  let sold: ReturnType<typeof stripe.price> | undefined;

  /** Returns the record of a player, whose row is as old as the membership; null for a deleted account. */
  const recordOf = (playfabId: string, language = defaultLanguage): Promise<User | null> =>
    database.transaction().execute(async (trx) => {
      const users = usersRepository(trx);
      const now = clock.now();
      const known = await users.ofPlayfabId(playfabId);
      const user = known ?? (await users.record({ id: randomId(), playfabId, language, createdAt: now }));
      if (user === null || user.deletionRequestedAt !== null) return null;
      if (await deletedPlayers(trx).includes(playfabId)) throw new Refusal('AccountNotFound');
      // An account of the earlier system is not a new one, so no sign-up is reported to a partner.
      if (known === null) await users.open(user.id, now);
      return user;
    });

  /** Returns whether a membership is another person's, by its metadata or our rows. */
  const isAnothers = async (one: StripeMembership, user: User | null, playfabId: string): Promise<boolean> => {
    const owner = await stripeCustomersRepository(database).ownerOf(one.customerId);
    return (
      (one.playfabId ?? playfabId) !== playfabId ||
      (one.portal ?? publicUrl) !== publicUrl ||
      [one.userId, owner].some((id) => id !== null && id !== user?.id)
    );
  };

  const hasAnother = async (id: string, user: User | null, playfabId: string): Promise<boolean> => {
    const rows = user === null ? [] : await stripeSubscriptionsRepository(database).ofUser(user.id);
    return (taken.get(playfabId) ?? id) !== id || rows.some((row) => row.id !== id && isLive(row));
  };

  return async ({ stripeId, playfabId, mayDiffer = false }: Mover) => {
    const all = await stripe.membershipsOfId(stripeId);
    if (all === null || all.length === 0) return 'not found';
    const one = chosenOf(stripeId, all);
    if (typeof one === 'string') return one;
    sold ??= stripe.price();
    const obstacle = obstacleOf(one, (await sold)?.currency ?? null);
    if (obstacle !== null) return obstacle;
    const user = await usersRepository(database).ofPlayfabId(playfabId);
    const isDeleted = await deletedPlayers(database).includes(playfabId);
    if (isDeleted || (user !== null && user.deletionRequestedAt !== null)) return 'deleted player';
    if (await isAnothers(one, user, playfabId)) return 'belongs to another player';
    if (await hasAnother(one.id, user, playfabId)) return 'more than one live';
    const isHere = one.userId !== null && one.playfabId !== null && one.portal !== null;
    const account = isHere ? null : await playfab.accountOf(playfabId);
    if (!isHere && account === null) return 'deleted player';
    const differs = account?.email.toLowerCase() !== one.payer.email?.toLowerCase();
    if (!isHere && differs && !mayDiffer) return 'address differs';
    taken.set(playfabId, one.id);
    if (isHere) return 'already here';
    if (dryRun) return 'moved in';
    const owner = await recordOf(playfabId, one.payer.language ?? undefined);
    if (owner === null) return 'deleted player';
    await stripe.moveIn(one.id, owner.id, playfabId);
    return 'moved in';
  };
};

type LinkDependencies = BillingDependencies &
  Pick<CallerSecrets, 'functionSecrets'> & {
    requireRecentSignIn(database: Database, token: string): Promise<void>;
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
  const days = productLimits.declarationLinkDays;
  const lastDayIn = (count: number): string => lastDay(contractTimeZone, clock.now(), count);

  const linksOf = (userId: string, email: string, ends: string): string[] =>
    functionSecrets.map((secret) => keyedDigest(secret, JSON.stringify(['move-in', userId, email, ends])));

  /** Returns the player of an account, and the address at this moment. @throws Refusal TOKEN_EXPIRED */
  const accountOf = async (userId: string) => {
    await limits.admit('payer', { ip: '', person: userId });
    const user = await usersRepository(database).find(userId);
    const account = user && (await playfab.accountOf(user.playfabId));
    if (user === null || account === null) throw new Refusal('TOKEN_EXPIRED');
    return { playfabId: user.playfabId, email: account.email.toLowerCase() };
  };

  const moveAll = async ({ playfabId, email }: { playfabId: string; email: string }): Promise<boolean> => {
    const moveIn = createMoveIn(deps);
    let isHere = false;
    for (const { id, customerId } of await stripe.membershipsOfAddress(email)) {
      const result = await moveIn({ stripeId: id, playfabId });
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
    open: async ({ userId, token }: { userId: string; token: string }, link: string): Promise<boolean> => {
      const account = await accountOf(userId);
      const valid = Array.from({ length: days + 1 }, (_, count) => linksOf(userId, account.email, lastDayIn(count)));
      if (!isOneOf(link, valid.flat())) throw new Refusal('LINK_EXPIRED');
      await deps.requireRecentSignIn(database, token);
      return withTimeout('move-in', deps.stripeTimeout, moveAll(account));
    },
  };
};
