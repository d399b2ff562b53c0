import type { DeclarationKind } from '../../../src/contracts/calls/cancel.ts';
import { keptDays } from '../../../src/config/limits.ts';
import { day, minute } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import {
  carriedRepository,
  type CarriedRow,
  declarationsRepository,
  type StoredDeclaration,
} from '../../store/cancel.repository.ts';
import { noticesRepository } from '../../store/billing.repository.ts';
import { type User, usersRepository } from '../../store/accounts.repository.ts';
import { type BillingDependencies, isEnding, isLive, type KnownSubscription, soldAs } from '../billing/subscription.ts';
import { endAndRefund, RefundRefused, rowsOf } from '../billing/sync.ts';
import { beginDeletion } from '../accounts/deletion.ts';
import type { PortalSettings } from '../dependencies.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { MailMessage } from '../mail/mail-message.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import {
  type Confirmed,
  type Decision,
  decisionsOf,
  isShown,
  type Outcome,
  recordsOf,
  resultMail,
} from './decisions.ts';

export type EndDependencies = Omit<BillingDependencies, 'carryOutFound'> & {
  /** Reads a user's subscriptions from Stripe again. */
  reread(userId: string): Promise<void>;
};

const confirmedOf = async (database: Database, userId: string): Promise<Confirmed> => {
  const declarations = await declarationsRepository(database).ofUser(userId);
  return { declarations, carried: declarations.length === 0 ? [] : await carriedRepository(database).ofUser(userId) };
};

/**
 * Creates a function that adds the job for a subscription which was found after the declarations about it had been
 * carried out: its payment was not settled, or Stripe's answer was lost. Call it inside a transaction that holds the
 * owner's lock.
 * @returns whether a mail is about to say to the owner that the membership goes on, as declared
 */
export const createCarryOutFound =
  ({ contractTimeZone }: Pick<PortalSettings, 'contractTimeZone'>): BillingDependencies['carryOutFound'] =>
  async (trx, userId, all) => {
    const confirmed = await confirmedOf(trx, userId);
    for (const { open, effect, one } of decisionsOf(confirmed, all, contractTimeZone)) {
      const last = open.at(-1);
      if (last === undefined || effect === 'none' || open.some(({ carriedAt }) => carriedAt === null)) continue;
      await enqueue(trx, { kind: 'carry-out', payload: { userId }, key: `carry-out:${last.id}:${one.stripe.id}` });
    }
    const newest = confirmed.declarations.at(-1);
    return newest?.kind === 'undo' && newest.carriedAt === null;
  };

const earlierThan = (database: Database, outcomes: readonly Outcome[]): Promise<CarriedRow[]> =>
  carriedRepository(database).about(outcomes.map(({ decision }) => decision.one.stripe.id));

/** A change of mind or another worker's late call may come between; each try then follows it. */
const tries = 5;

/**
 * Carries out what the owner of an account confirmed: it reads Stripe, makes the calls, reads Stripe again, and records
 * and mails what was read. Every step may be repeated and may run beside another one, and no call is made inside a
 * transaction. After the record Stripe wins: what its owner changes there later is not undone.
 */
export const createCarryOut = (deps: EndDependencies) => {
  const { database, clock, stripe, playfab, events, contractTimeZone, subscriptionsOf, reread } = deps;

  const addressOf = async (userId: string): Promise<string | null> => {
    const owner = await usersRepository(database).find(userId);
    return owner && (owner.deletionEmail ?? (await playfab.accountOf(owner.playfabId))?.email ?? null);
  };

  /** Runs under the lock of a user. */
  const underLock = <Answer>(
    userId: string,
    action: (trx: Database, owner: User) => Promise<Answer>,
  ): Promise<Answer | null> =>
    database.transaction().execute(async (trx) => {
      const owner = await usersRepository(trx).lock(userId);
      return owner === null ? null : action(trx, owner);
    });

  /** Adds a mail about a declaration that is not carried out yet, once. */
  const tell = async (
    userId: string,
    { id, language, declaredAt }: StoredDeclaration,
    template: 'withdrawal-ended' | `${DeclarationKind}-received`,
  ): Promise<void> => {
    const to = await addressOf(userId);
    if (to === null) return;
    await underLock(userId, async (trx) => {
      if ((await declarationsRepository(trx).find(id))?.carriedAt !== null) return;
      const payload = { to, language, template, values: { declaredAt: declaredAt.toISOString() } };
      const notice = { userId, subject: id, kind: template, about: declaredAt };
      if (await noticesRepository(trx).record(notice)) await enqueue(trx, { kind: 'mail', payload });
    });
  };

  /** Makes the calls to Stripe about one subscription. @throws RefundRefused after it ended */
  const apply = async (userId: string | null, { one, effect, since }: Decision): Promise<Outcome['refunded']> => {
    const { id, customerId } = one.stripe;
    const schedule = { id, scheduleId: one.scheduleId };
    switch (effect) {
      case 'none':
        return null;
      case 'withdraw':
        return endAndRefund(deps, { id, customerId, userId });
      case 'keep':
        if (isEnding(one)) await stripe.endWithPeriod(schedule, false);
        return null;
      case 'cancel': {
        // A period that is not paid, or that was paid after the declaration, is not what the person wanted to use up.
        // One that ended while the call was lost still has its invoice.
        if (one.isUnpaid || (await stripe.countPayments(id, since)) > 0) {
          return endAndRefund(deps, { id, customerId, userId, since });
        }
        if (isLive(one) && !isEnding(one)) await stripe.endWithPeriod(schedule, true);
        return null;
      }
    }
  };

  /** Makes all calls. A refund that is refused holds up nothing but itself. */
  const applyAll = async (userId: string | null, decisions: readonly Decision[]): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (const decision of decisions) {
      try {
        outcomes.push({ decision, refunded: await apply(userId, decision), isRefused: false });
      } catch (error) {
        if (!(error instanceof RefundRefused)) throw error;
        outcomes.push({ decision, refunded: null, isRefused: true });
      }
    }
    return outcomes;
  };

  /**
   * Compares what was read from Stripe with what is confirmed now, and records and mails it. @returns whether they
   * agree
   */
  const record = async (userId: string, outcomes: readonly Outcome[]): Promise<boolean> => {
    const to = await addressOf(userId);
    const agrees = await underLock(userId, async (trx, owner) => {
      const before = await confirmedOf(trx, userId);
      const all = await subscriptionsOf(trx, userId);
      const current = decisionsOf(before, all, contractTimeZone);
      const earlier = await earlierThan(trx, outcomes);
      const rows = outcomes.flatMap((outcome) => {
        const { one, effect, open } = outcome.decision;
        const now = all.find(({ stripe: sold }) => sold?.id === one.stripe.id);
        const same = current.find((decision) => decision.one.stripe.id === one.stripe.id);
        const isSame = same?.effect === effect && same.open.at(-1)?.id === open.at(-1)?.id;
        const isTrue = !outcome.isRefused && (isSame || now === undefined) && isShown(effect, now);
        return isTrue ? recordsOf(outcome, now, earlier) : [];
      });
      await carriedRepository(trx).add(rows);
      const after = { ...before, carried: [...before.carried, ...rows] };
      const left = decisionsOf(after, all, contractTimeZone);
      const isOpen = ({ id }: StoredDeclaration) => left.some(({ open }) => open.some((one) => one.id === id));
      const settled = before.declarations.filter((one) => one.carriedAt === null && !isOpen(one));
      await declarationsRepository(trx).settle(settled, clock.now());
      const ending = new Set(rows.flatMap((row) => (row.result.startsWith('end') ? row.declarationId : [])));
      const found = before.declarations.filter(({ id, carriedAt }) => carriedAt !== null && ending.has(id));
      const reported = [...found, ...settled];
      const isDeleted = owner.deletionRequestedAt !== null;
      const payload = to === null ? null : resultMail(to, reported, { rows: after.carried, all, isDeleted });
      if (payload !== null) await enqueue(trx, { kind: 'mail', payload });
      const refused = outcomes.filter(({ isRefused }) => isRefused).map(({ decision }) => decision.one.stripe.id);
      return left.every(({ one }) => refused.includes(one.stripe.id));
    });
    return agrees ?? true;
  };

  const carryOut = async (userId: string): Promise<void> => {
    for (let tried = 0; tried < tries; tried += 1) {
      await reread(userId);
      const confirmed = await confirmedOf(database, userId);
      const decisions = decisionsOf(confirmed, await subscriptionsOf(database, userId), contractTimeZone);
      if (decisions.length === 0 && confirmed.declarations.every(({ carriedAt }) => carriedAt !== null)) return;
      const outcomes = await applyAll(userId, decisions);
      if (decisions.length > 0) await reread(userId);
      const agrees = await record(userId, outcomes);
      const refused = outcomes.filter(({ isRefused }) => isRefused);
      for (const { open, effect } of refused.map(({ decision }) => decision)) {
        const declaration = open.find(({ kind }) => effect === 'withdraw' && kind === 'withdrawal');
        if (declaration !== undefined) await tell(userId, declaration, 'withdrawal-ended');
      }
      if (agrees && refused.length > 0) throw new RefundRefused('refund');
      if (agrees) return;
    }
    throw new Error('Stripe differs from what was declared');
  };

  /** Reads what the customers of an address have or had that began elsewhere and has no owner here. */
  const elsewhereOf = async (address: string): Promise<KnownSubscription[]> => {
    const found = (await stripe.membershipsOfAddress(address)).filter(
      ({ isOurs, userId }) => isOurs && userId === null,
    );
    const customers = [...new Set(found.map(({ customerId }) => customerId))];
    const all = (await Promise.all(customers.map(stripe.subscriptionsOf))).flat();
    return rowsOf(all.filter(({ id }) => found.some((one) => one.id === id))).map(soldAs);
  };

  /**
   * Carries out on memberships that began elsewhere what the owner of their address confirmed. They are not given
   * to an account: it may have the address without having its mailbox.
   * @returns false when there was nothing to carry it out on
   */
  const endElsewhere = async (declaration: StoredDeclaration, to: string, user: User | null): Promise<boolean> => {
    const confirmed = { declarations: [declaration], carried: [] };
    const outcomes = await applyAll(null, decisionsOf(confirmed, await elsewhereOf(to), contractTimeZone));
    if (outcomes.length === 0) return false;
    if (outcomes.some(({ isRefused }) => isRefused)) throw new RefundRefused('refund');
    const all = await elsewhereOf(to);
    const earlier = await earlierThan(database, outcomes);
    const rows = outcomes.flatMap((outcome) => {
      const { one, effect } = outcome.decision;
      const now = all.find(({ stripe: sold }) => sold?.id === one.stripe.id);
      if (!isShown(effect, now)) throw new Error('Stripe differs from what was declared');
      return recordsOf(outcome, now, earlier);
    });
    if (user !== null) await reread(user.id);
    await database.transaction().execute(async (trx) => {
      const declarations = declarationsRepository(trx);
      const { id, declaredAt } = declaration;
      if (user !== null) await usersRepository(trx).lock(user.id);
      await carriedRepository(trx).add(rows);
      await declarations.settle([declaration], clock.now());
      await declarations.forgetAddress(id);
      const payload = resultMail(to, [declaration], { rows, all, isDeleted: false });
      if (payload !== null) await enqueue(trx, { kind: 'mail', payload, key: `carry-out:${id}:elsewhere` });
      // The same declaration is about the memberships of the account, too.
      if (user === null || !(await subscriptionsOf(trx, user.id)).some((one) => one.stripe !== null && isLive(one)))
        return;
      const deleteAt = new Date(declaredAt.getTime() + keptDays.declarations * day);
      await declarations.add({ ...declaration, id: `${id}:account`, userId: user.id, email: null, deleteAt });
      await enqueue(trx, { kind: 'carry-out', payload: { userId: user.id }, key: `carry-out:${id}:account` });
    });
    return true;
  };

  /**
   * Finds the account of a confirmed declaration, and begins its deletion if that was asked for.
   * @returns whose contract is to be ended; null without an account, which a mail says to the visitor
   */
  const ownerOf = async (id: string): Promise<string | null> => {
    const found = await declarationsRepository(database).find(id);
    // Null after the account was deleted with it.
    if (found === null || found.userId !== null || found.email === null) return found?.userId ?? null;
    const { email: to, kind, language, declaredAt } = found;
    const playfabId = await playfab.playerOfAddress(to);
    const user = playfabId === null ? null : await usersRepository(database).ofPlayfabId(playfabId);
    if (user !== null && kind === 'deletion') {
      // In one step with the end of the declaration.
      await underLock(user.id, async (trx) => {
        await beginDeletion(trx, user.id, clock.now(), language);
        await declarationsRepository(trx).remove(id);
      });
      events.record({ kind: 'account-deletion', step: 'requested' });
      return null;
    }
    if (kind !== 'deletion' && (await endElsewhere({ ...found, kind }, to, user))) return null;
    if (user !== null) {
      await underLock(user.id, (trx) => declarationsRepository(trx).assign(id, user.id));
      return user.id;
    }
    await database.transaction().execute(async (trx) => {
      const nothing = { endsAt: null, isTrial: false, late: false, refunded: null, next: null, goesOn: [] };
      const values = { declaredAt: declaredAt.toISOString(), ...nothing, byAddress: true };
      const template = kind === 'deletion' ? 'nothing-to-delete' : 'nothing-to-end';
      const payload: MailMessage = { to, language, template, values };
      await enqueue(trx, { kind: 'mail', payload, key: `carry-out:${id}:nothing` });
      await declarationsRepository(trx).remove(id);
    });
    return null;
  };

  /**
   * Acknowledges a signed-in parent's declaration that was not carried out within a minute; until then, one mail says
   * both.
   */
  const acknowledge = async (userId: string): Promise<void> => {
    const last = (await declarationsRepository(database).ofUser(userId)).at(-1);
    if (last === undefined || last.kind === 'undo' || last.carriedAt !== null || last.linkLastDay !== null) return;
    if (clock.now().getTime() - last.declaredAt.getTime() < minute) return;
    await tell(userId, last, `${last.kind}-received`);
  };

  const job: JobHandlers['carry-out'] = async (payload) => {
    if ('declarationId' in payload) {
      const userId = await ownerOf(payload.declarationId);
      if (userId !== null) await carryOut(userId);
      return;
    }
    try {
      await carryOut(payload.userId);
    } catch (error) {
      if (!(error instanceof RefundRefused)) await acknowledge(payload.userId);
      throw error;
    }
  };

  return {
    job,
    carryOut,
    /**
     * Carries out what the owner of a deleted account confirmed, also by a link whose account was not found yet.
     * @param address the account's address; null when PlayFab has none any more
     */
    carryOutLast: async (userId: string, address: string | null): Promise<void> => {
      const mailed = address === null ? [] : await declarationsRepository(database).confirmedOf(address.toLowerCase());
      for (const one of mailed) await endElsewhere(one, one.email ?? '', null);
      for (const { id } of mailed) await underLock(userId, (trx) => declarationsRepository(trx).assign(id, userId));
      await carryOut(userId);
    },
  };
};
