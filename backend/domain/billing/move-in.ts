import { defaultLanguage } from '../../../src/contracts/language.ts';
import type { SubscriptionStatus } from '../../../src/contracts/calls/subscription.ts';
import type { Database } from '../../db/database.ts';
import type { Membership } from '../../gateways/stripe.ts';
import { type User, usersRepository } from '../../store/accounts.repository.ts';
import { stripeCustomersRepository, stripeSubscriptionsRepository } from '../../store/billing.repository.ts';
import { deletedPlayers } from '../accounts/users.ts';
import type { Gateways, Infrastructure, PortalSettings } from '../dependencies.ts';
import { Refusal } from '../refusal.ts';
import { randomId } from '../secrets.ts';
import { isEnding, isLive } from './subscription.ts';

/** What became of a membership of an earlier system. */
export type MoveInResult =
  | 'moved in'
  | 'already here'
  | 'ended'
  | 'not found'
  | 'belongs to another player'
  | 'deleted player'
  | 'address differs'
  | 'more than one live'
  | 'several items'
  | 'schedule'
  | 'other product'
  | 'other currency'
  | 'invoiced by mail';

export type Mover = {
  /** The id of a subscription or of a customer. */
  stripeId: string;
  playfabId: string;
  /** Whether the operator says that the addresses may differ. */
  mayDiffer: boolean;
};

export type MoveInDependencies = Pick<Infrastructure, 'database' | 'clock'> &
  Pick<Gateways, 'stripe' | 'playfab'> &
  Pick<PortalSettings, 'publicUrl'>;

const isRunning = (one: Membership): one is Membership & { status: SubscriptionStatus } =>
  one.status !== null && isLive({ status: one.status });

/** Returns whether a membership that began elsewhere and has no owner here will be charged again. */
export const isChargedElsewhere = (one: Membership): boolean =>
  one.isOurs && one.userId === null && isRunning(one) && (one.isUnpaid || !isEnding(one));

/** Returns the membership that an id names, or the reason why none moves in. */
const chosenOf = (id: string, all: readonly Membership[]): Membership | MoveInResult => {
  const running = all.filter(isRunning);
  const named = all.find((one) => one.id === id);
  const ours = running.filter(({ isOurs }) => isOurs);
  if (named === undefined && ours.length === 0) return running.length === 0 ? 'ended' : 'other product';
  if (named !== undefined && !isRunning(named)) return 'ended';
  if (named?.isOurs === false) return 'other product';
  return ours.length > 1 ? 'more than one live' : (named ?? ours[0] ?? 'ended');
};

/** Returns why the portal cannot serve a membership; null when it can. */
const obstacleOf = ({ isPlain, scheduleId, isInvoiced, currency }: Membership, sold: string | null) => {
  if (!isPlain) return 'several items';
  if (scheduleId !== null) return 'schedule';
  if (isInvoiced) return 'invoiced by mail';
  return currency === sold ? null : 'other currency';
};

/**
 * Creates the step by which a membership that began elsewhere gets an owner: a record here, then one write of metadata.
 * Every other part of billing then treats it as our own. It can be stopped anywhere and repeated.
 * @returns a function that takes `taken`, what this run has moved in by its player, and whether nothing is written
 */
export const createMoveIn = ({ database, clock, stripe, playfab, publicUrl }: MoveInDependencies) => {
  /** Returns the record of a player, whose row is as old as the membership; null for a deleted account. */
  const recordOf = (playfabId: string, language = defaultLanguage): Promise<User | null> =>
    database.transaction().execute(async (trx) => {
      const users = usersRepository(trx);
      const now = clock.now();
      const known = await users.ofPlayfabId(playfabId);
      const user = known ?? (await users.record({ id: randomId(), playfabId, language, createdAt: now }));
      if (user === null || user.deletionRequestedAt !== null) return null;
      if (await deletedPlayers(trx).includes(playfabId)) throw new Refusal('AccountNotFound');
      // An account of the earlier system is not a new one, so no partner is told of a sign-up.
      if (known === null) await users.open(user.id, now);
      return user;
    });

  /** Returns whose a membership is by its metadata and our rows: nobody's, the player's, or another one's. */
  const holderOf = async (one: Membership, user: User | null, playfabId: string) => {
    const { userId, playfabId: player, portal, customerId } = one;
    const owner = await stripeCustomersRepository(database).ownerOf(customerId);
    const isOther =
      (player !== null && player !== playfabId) ||
      (userId !== null && userId !== user?.id) ||
      (portal !== null && portal !== publicUrl) ||
      (owner !== null && owner !== user?.id);
    if (isOther) return 'another';
    return userId !== null && player !== null && portal !== null ? 'player' : 'nobody';
  };

  const hasAnother = async (on: Database, userId: string, id: string): Promise<boolean> =>
    (await stripeSubscriptionsRepository(on).ofUser(userId)).some((row) => row.id !== id && isLive(row));

  let sold: ReturnType<typeof stripe.price> | undefined;
  return async (
    { stripeId, playfabId, mayDiffer }: Mover,
    { taken, dryRun }: { taken: Map<string, string>; dryRun: boolean },
  ): Promise<MoveInResult> => {
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
    const holder = await holderOf(one, user, playfabId);
    if (holder === 'another') return 'belongs to another player';
    const other = taken.get(playfabId) ?? one.id;
    if (other !== one.id || (user !== null && (await hasAnother(database, user.id, one.id))))
      return 'more than one live';
    const account = holder === 'player' ? null : await playfab.accountOf(playfabId);
    if (holder === 'nobody') {
      if (account === null) return 'deleted player';
      if (!mayDiffer && account.email.toLowerCase() !== one.payer.email?.toLowerCase()) return 'address differs';
    }
    taken.set(playfabId, one.id);
    if (holder === 'player') return 'already here';
    if (dryRun) return 'moved in';
    const owner = await recordOf(playfabId, one.payer.language ?? undefined);
    if (owner === null) return 'deleted player';
    await stripe.moveIn(one.id, owner.id, playfabId);
    return 'moved in';
  };
};
