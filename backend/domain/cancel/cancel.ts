import { keptDays, limits as productLimits } from '../../../src/config/limits.ts';
import type {
  Declaration,
  DeclarationKind,
  CancelOverview,
  CancelReason,
  MailedKind,
} from '../../../src/contracts/calls/cancel.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { day, second } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import { isSingleAddress } from '../../gateways/mail.ts';
import { withTimeout } from '../../gateways/stripe-call.ts';
import {
  type AnyDeclaration,
  carriedRepository,
  declarationsRepository,
  type StoredDeclaration,
} from '../../store/cancel.repository.ts';
import { usersRepository } from '../../store/accounts.repository.ts';
import { answerOf, isEnding, isLive, type KnownSubscription, refundedBy } from '../billing/subscription.ts';
import { RefundRefused } from '../billing/sync.ts';
import { dayIn } from '../clock.ts';
import { hashSecret, newSecret, normalizeEmail, randomId } from '../secrets.ts';
import { greetingNameOf } from '../mail/mail-message.ts';
import { enqueue } from '../jobs/jobs.ts';
import { Refusal, unlessAway } from '../refusal.ts';
import { createCarryOut, type EndDependencies } from './carry-out.ts';
import { lastDay, latestTime, withdrawUntil } from './decisions.ts';

/** How long a confirmed declaration is kept as a proof, in milliseconds. */
const kept = keptDays.declarations * day;
/** Milliseconds that a person waits for Stripe before a page is shown. */
const pageTimeout = 3_000;

type Shown = Pick<AnyDeclaration, 'id' | 'kind' | 'declaredAt'>;
const shownOf = ({ id, kind, declaredAt }: Shown, state: Declaration['state']): Declaration => ({
  id,
  kind: kind === 'undo' ? 'cancellation' : kind,
  declaredAt: declaredAt.toISOString(),
  state,
});

/** `email` is the address as typed. */
export type DeclarationByMail = { kind: MailedKind; name: string; email: string; language: Language };

/**
 * Creates the use cases by which parents end their contract (decisions.md#6-flows, "Cancelling and withdrawing"). A
 * declaration is stored with its time first, and a job carries it out. So it needs neither Stripe nor PlayFab.
 */
export const createDeclarations = (deps: EndDependencies) => {
  const { database, clock, limits, contractTimeZone, subscriptionsOf, stripe, reread, wake } = deps;
  const { job, carryOut, carryOutLast } = createCarryOut(deps);

  /** Returns the last second of Stripe's clock that a declaration made now may concern. */
  const concernedUntil = (now: Date): Date => new Date(stripe.atStripe(now).getTime() + second);

  const declarationOf = <Kind extends AnyDeclaration['kind']>(kind: Kind, language: Language) => {
    const declaredAt = clock.now();
    const times = {
      declaredAt,
      declaredAtStripe: stripe.atStripe(declaredAt),
      repeatedAtStripe: concernedUntil(declaredAt),
    };
    return { id: randomId(), kind, language, ...times };
  };

  /** Records what a signed-in parent wants, and adds the job that carries it out. */
  const store = async (
    trx: Database,
    { userId, kind, language }: { userId: string; kind: DeclarationKind | 'undo'; language: Language },
  ): Promise<Shown> => {
    const rows = declarationsRepository(trx);
    const declaration = { ...declarationOf(kind, language), userId };
    const deleteAt = new Date(declaration.declaredAt.getTime() + kept);
    await rows.add({ ...declaration, confirmed: await rows.nextConfirmation(), deleteAt });
    await enqueue(trx, { kind: 'carry-out', payload: { userId }, key: `carry-out:${declaration.id}` });
    return declaration;
  };

  /** Reads Stripe while a person waits. @returns false when Stripe is away, or the person asks too often */
  const isRead = async (userId: string): Promise<boolean> => {
    if ((await limits.consume('payer', { ip: '', person: userId })) !== null) return false;
    const reading = withTimeout('reread', pageTimeout, reread(userId)).then(() => true);
    return (await unlessAway(reading)) ?? false;
  };

  const latestOf = async (declarations: readonly StoredDeclaration[], userId: string) => {
    const newest = declarations.at(-1);
    if (newest === undefined) return null;
    const { id, kind, declaredAt, carriedAt } = newest;
    const mine = (await carriedRepository(database).ofUser(userId)).filter((row) => row.declarationId === id);
    const row = mine.find(({ result }) => result !== 'superseded') ?? mine[0];
    return {
      id,
      kind,
      declaredAt: declaredAt.toISOString(),
      result: carriedAt === null ? null : (row?.result ?? 'none'),
      endsAt: row?.endsAt?.toISOString() ?? null,
      refunded: refundedBy(mine),
    } as const;
  };

  /** Returns whether the membership can be kept: until it ended, unless a withdrawal is carried out. */
  const isUndoable = (declarations: readonly StoredDeclaration[], all: readonly KnownSubscription[]): boolean => {
    const newest = declarations.at(-1);
    if (newest?.carriedAt === null) return newest.kind === 'cancellation';
    return all.some((one) => one.stripe !== null && isEnding(one));
  };

  const read = async (userId: string): Promise<CancelOverview> => {
    const isFresh = await isRead(userId);
    const all = await subscriptionsOf(database, userId);
    const declarations = await declarationsRepository(database).ofUser(userId);
    const now = clock.now();
    const today = dayIn(contractTimeZone, stripe.atStripe(now));
    const live = all.filter((one) => isLive(one) && one.stripe !== null);
    const days = live.flatMap((one) => withdrawUntil(one, contractTimeZone) ?? []).filter((last) => last >= today);
    const ends = live.flatMap(({ currentPeriodEnd, isUnpaid }) => (isUnpaid ? [] : (currentPeriodEnd ?? [])));
    return {
      subscription: answerOf(all, now).subscription,
      isRead: isFresh,
      cancellationEndsAt: latestTime(ends)?.toISOString() ?? null,
      withdrawUntil: days.toSorted().at(-1) ?? null,
      canUndo: isUndoable(declarations, all),
      latest: await latestOf(declarations, userId),
    };
  };

  /** Returns the declaration of a mailed link. An invented link and one that is too old have the same code. */
  const ofLink = async (trx: Database, secret: string): Promise<AnyDeclaration> => {
    const found = await declarationsRepository(trx).ofLink(hashSecret(secret));
    if ((found?.linkLastDay ?? '') < dayIn(contractTimeZone, clock.now()) || found === null) {
      throw new Refusal('LINK_EXPIRED');
    }
    return found;
  };

  return {
    /** Returns what a signed-in parent can end, as Stripe says it now, or as it was known before. */
    read,

    /**
     * Stores a signed-in parent's declaration, which a job carries out. A repeated one is the same one until it was
     * carried out, and then concerns what has begun since, too. The answer says that it is noted, and nothing
     * about Stripe.
     * @throws Refusal TOKEN_EXPIRED for an account that is being deleted, TOO_MANY_REQUESTS
     */
    declare: async (userId: string, kind: DeclarationKind, language: Language): Promise<Declaration> => {
      await limits.admit('payer', { ip: '', person: userId });
      const made = await database.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).lock(userId);
        if (user === null || user.deletionRequestedAt !== null) throw new Refusal('TOKEN_EXPIRED');
        const rows = declarationsRepository(trx);
        const newest = (await rows.ofUser(userId)).at(-1);
        if (newest?.kind !== kind || newest.carriedAt !== null) return store(trx, { userId, kind, language });
        await rows.repeat(newest.id, concernedUntil(clock.now()));
        return newest;
      });
      wake();
      return shownOf(made, 'confirmed');
    },

    /**
     * Keeps the membership, and answers what Stripe then says. While Stripe is away, a job carries it out.
     * @throws Refusal NOT_FOUND when nothing is ending, or the membership is over; TOO_MANY_REQUESTS
     */
    undo: async (userId: string): Promise<CancelOverview> => {
      await limits.admit('payer', { ip: '', person: userId });
      await isRead(userId);
      await database.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).lock(userId);
        const canUndo = isUndoable(
          await declarationsRepository(trx).ofUser(userId),
          await subscriptionsOf(trx, userId),
        );
        if (user === null || user.deletionRequestedAt !== null || !canUndo) throw new Refusal('NOT_FOUND');
        await store(trx, { userId, kind: 'undo', language: user.language });
      });
      const done = withTimeout('undo', deps.stripeTimeout, carryOut(userId));
      await unlessAway(done).catch((error: unknown) => {
        // A refund that Stripe refuses is not what this person asked for, and a job repeats it.
        if (!(error instanceof RefundRefused)) throw error;
      });
      wake();
      return read(userId);
    },

    /**
     * Stores a visitor's declaration and mails its link. The same declaration for the same address within a day is the
     * same one. Nothing depends on whether the address has an account.
     * @param ip the address of the caller
     * @throws Refusal INVALID_PAYLOAD, TOO_MANY_REQUESTS
     */
    declareByMail: async (
      { kind, name, email: typed, language }: DeclarationByMail,
      ip: string,
    ): Promise<Declaration> => {
      const email = normalizeEmail(typed);
      if (email === null || !isSingleAddress(email)) throw new Refusal('INVALID_PAYLOAD');
      await limits.admit('cancel-mail', { ip });
      const declaration = declarationOf(kind, language);
      const { declaredAt } = declaration;
      const since = new Date(declaredAt.getTime() - day);
      const same = await declarationsRepository(database).waitingOf(email, kind, since);
      if (same !== null) return shownOf(same, 'mailed');
      const notBefore = await limits.placeMail();
      // What cannot be undone is not left in a mailbox for long.
      const days = kind === 'deletion' ? 1 : productLimits.declarationLinkDays;
      const linkLastDay = lastDay(contractTimeZone, notBefore ?? declaredAt, days);
      const token = newSecret();
      const stored = await database.transaction().execute(async (trx) => {
        const rows = declarationsRepository(trx);
        await rows.lockAddress(email);
        const first = await rows.waitingOf(email, kind, since);
        if (first !== null) return first;
        // No zone's day ends later than a day after that of UTC.
        const deleteAt = new Date(Date.parse(linkLastDay) + 2 * day);
        await rows.add({ ...declaration, email, tokenHash: hashSecret(token), linkLastDay, deleteAt });
        // The name is in the mail only.
        const link = { token, ends: linkLastDay };
        const values = { declaredAt: declaredAt.toISOString(), name: greetingNameOf(name), link };
        const payload = { to: email, language, template: `${kind}-received`, values } as const;
        await enqueue(trx, { kind: 'mail', payload }, notBefore);
        return declaration;
      });
      wake();
      return shownOf(stored, 'mailed');
    },

    /** Returns the declaration of a mailed link. @throws Refusal LINK_EXPIRED */
    readLink: async (secret: string): Promise<Declaration> => {
      const found = await ofLink(database, secret);
      return shownOf(found, found.confirmed === null ? 'mailed' : 'confirmed');
    },

    /** Confirms a link's declaration; a second use changes nothing, and returns it too. @throws Refusal LINK_EXPIRED */
    confirm: async (secret: string): Promise<Declaration> => {
      const declaration = await database.transaction().execute(async (trx) => {
        const rows = declarationsRepository(trx);
        const found = await ofLink(trx, secret);
        const deleteAt = new Date(clock.now().getTime() + kept);
        if (await rows.confirm(found.id, await rows.nextConfirmation(), deleteAt)) {
          await enqueue(trx, { kind: 'carry-out', payload: { declarationId: found.id }, key: `carry-out:${found.id}` });
        }
        return found;
      });
      wake();
      return shownOf(declaration, 'confirmed');
    },

    /** Stores the reason, which is optional and asked for afterwards. @throws Refusal NOT_FOUND */
    giveReason: async (id: string, reason: CancelReason): Promise<void> => {
      if (!(await declarationsRepository(database).giveReason(id, reason))) throw new Refusal('NOT_FOUND');
    },

    carryOutLast,
    job,
  };
};
