import { keptDays, limits as productLimits } from '../../../src/config/limits.ts';
import type { Declaration, DeclarationKind, Leaving, LeavingReason } from '../../../src/contracts/calls/cancel.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { day } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import { isSingleAddress } from '../../gateways/mail.ts';
import { withTimeout } from '../../gateways/stripe-call.ts';
import {
  declarationsRepository,
  type StoredDeclaration,
  type StoredEnd,
  wantedEndsRepository,
} from '../../store/cancel.repository.ts';
import { usersRepository } from '../../store/accounts.repository.ts';
import { answerOf, isLive, type KnownSubscription } from '../billing/subscription.ts';
import { dayIn } from '../clock.ts';
import type { Infrastructure } from '../dependencies.ts';
import { hashSecret, newSecret, normalizeEmail, randomId } from '../secrets.ts';
import { greetingNameOf } from '../mail/mail-message.ts';
import { enqueue } from '../jobs/jobs.ts';
import { isUnavailable, Refusal } from '../refusal.ts';
import { createCarryOut, type EndDependencies, lastDay, underWay, wantEnd, withdrawUntil } from './wanted-end.ts';

/** How long a confirmed declaration is kept as a proof, in milliseconds. */
const kept = keptDays.declarations * day;

type Shown = Pick<StoredDeclaration, 'id' | 'kind' | 'declaredAt'>;
const shownOf = ({ id, kind, declaredAt }: Shown, state: Declaration['state']): Declaration => ({
  id,
  kind: kind === 'withdrawal' ? kind : 'cancellation',
  declaredAt: declaredAt.toISOString(),
  state,
});

const isEnding = (one: KnownSubscription): boolean => one.stripe !== null && isLive(one) && one.cancelAtPeriodEnd;
/** Returns whether a declaration of this kind would still change something. */
const isOpen = (kind: DeclarationKind, all: readonly KnownSubscription[]): boolean =>
  all.some((one) => one.stripe !== null && isLive(one) && (kind === 'withdrawal' || !one.cancelAtPeriodEnd));

/** Returns whether the membership can be kept: until it ended, unless a withdrawal is carried out. */
const isUndoable = (end: StoredEnd | null, all: readonly KnownSubscription[]): boolean => {
  const wanted = underWay(end, all);
  return wanted === 'period' || (wanted === null && all.some(isEnding));
};

/** `email` is the address as typed. */
export type DeclarationByMail = { kind: DeclarationKind; name: string; email: string; language: Language };

/**
 * Creates the use cases by which parents end their contract (decisions.md#6-flows, "Cancelling and withdrawing"). A
 * declaration is stored with its time first, and a job carries it out. So it needs neither Stripe nor PlayFab.
 */
export const createDeclarations = (deps: EndDependencies & Pick<Infrastructure, 'wake'>) => {
  const { database, clock, limits, contractTimeZone, subscriptionsOf, wake } = deps;
  const { job, carryOut, carryOutLast } = createCarryOut(deps);

  /** Records what a signed-in parent wants, and adds the job that carries it out. */
  const want = async (
    trx: Database,
    { userId, kind, language }: { userId: string; kind: DeclarationKind | 'undo'; language: Language },
  ): Promise<Shown> => {
    const rows = declarationsRepository(trx);
    const declaredAt = clock.now();
    const declaration = {
      id: randomId(),
      kind,
      language,
      declaredAt,
      userId,
      confirmed: await rows.nextConfirmation(),
    };
    await rows.add({ ...declaration, deleteAt: new Date(declaredAt.getTime() + kept) });
    const wanted = ({ cancellation: 'period', withdrawal: 'withdrawal', undo: 'none' } as const)[kind];
    const { confirmed } = declaration;
    await wantEnd(trx, { userId, wanted, declaredAt, language, confirmed });
    await enqueue(trx, { kind: 'leave', payload: { userId }, key: `leave:${confirmed}:job` });
    return declaration;
  };

  const look = async (userId: string): Promise<Leaving> => {
    const all = await subscriptionsOf(database, userId);
    const end = await wantedEndsRepository(database).of(userId);
    const now = clock.now();
    const today = dayIn(contractTimeZone, now);
    const days = all.filter(isLive).flatMap((one) => withdrawUntil(one, contractTimeZone) ?? []);
    return {
      subscription: answerOf(all, now).subscription,
      withdrawUntil:
        days
          .filter((last) => last >= today)
          .toSorted()
          .at(-1) ?? null,
      underWay: underWay(end, all),
      canUndo: isUndoable(end, all),
    };
  };

  /** Returns the declaration of a mailed link. An invented link and one that is too old have the same code. */
  const ofLink = async (trx: Database, secret: string): Promise<StoredDeclaration> => {
    const found = await declarationsRepository(trx).ofLink(hashSecret(secret));
    if ((found?.linkLastDay ?? '') < dayIn(contractTimeZone, clock.now()) || found === null) {
      throw new Refusal('LINK_EXPIRED');
    }
    return found;
  };

  return {
    /** Returns what a signed-in parent can end, from our own rows. */
    look,

    /**
     * Stores a signed-in parent's declaration. A repeated one is the same one until it was carried out, and for a day
     * while there is nothing left that it would end.
     * @throws Refusal TOKEN_EXPIRED for an account that is being deleted, TOO_MANY_REQUESTS
     */
    declare: async (userId: string, kind: DeclarationKind, language: Language): Promise<Declaration> => {
      await limits.admit('payer', { ip: '', person: userId });
      const made = await database.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).lock(userId);
        if (user === null || user.deletionRequestedAt !== null) throw new Refusal('TOKEN_EXPIRED');
        const newest = await declarationsRepository(trx).newestOf(userId);
        const end = await wantedEndsRepository(trx).of(userId);
        if (newest?.kind === kind) {
          const isRecent = newest.declaredAt.getTime() + day > clock.now().getTime();
          const isSame = end?.settled === false || (isRecent && !isOpen(kind, await subscriptionsOf(trx, userId)));
          if (isSame) return newest;
        }
        return want(trx, { userId, kind, language });
      });
      wake();
      return shownOf(made, 'confirmed');
    },

    /**
     * Keeps the membership, and answers what Stripe then says. While Stripe is away, a job carries it out.
     * @throws Refusal NOT_FOUND when nothing is ending, or the membership is over; TOO_MANY_REQUESTS
     */
    undo: async (userId: string): Promise<Leaving> => {
      await limits.admit('payer', { ip: '', person: userId });
      await database.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).lock(userId);
        const end = await wantedEndsRepository(trx).of(userId);
        const canUndo = isUndoable(end, await subscriptionsOf(trx, userId));
        if (user === null || user.deletionRequestedAt !== null || !canUndo) throw new Refusal('NOT_FOUND');
        await want(trx, { userId, kind: 'undo', language: user.language });
      });
      await withTimeout('undo', deps.stripeTimeout ?? 12_000, carryOut(userId)).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error;
      });
      wake();
      return look(userId);
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
      await limits.admit('leaving-mail', { ip });
      const declaredAt = clock.now();
      const since = new Date(declaredAt.getTime() - day);
      const same = await declarationsRepository(database).waitingOf(email, kind, since);
      if (same !== null) return shownOf(same, 'mailed');
      const notBefore = await limits.placeMail();
      const linkLastDay = lastDay(contractTimeZone, notBefore ?? declaredAt, productLimits.declarationLinkDays);
      const token = newSecret();
      const declaration = { id: randomId(), kind, language, declaredAt };
      const stored = await database.transaction().execute(async (trx) => {
        const rows = declarationsRepository(trx);
        await rows.lockAddress(email);
        const first = await rows.waitingOf(email, kind, since);
        if (first !== null) return first;
        // No zone's day ends later than a day after that of UTC.
        const deleteAt = new Date(Date.parse(linkLastDay) + 2 * day);
        await rows.add({ ...declaration, email, tokenHash: hashSecret(token), linkLastDay, deleteAt });
        // The name is in the mail only.
        const values = {
          declaredAt: declaredAt.toISOString(),
          name: greetingNameOf(name),
          link: { token, ends: linkLastDay },
        };
        const payload = { to: email, language, template: `${kind}-received`, values } as const;
        await enqueue(trx, { kind: 'mail', payload }, notBefore);
        return declaration;
      });
      wake();
      return shownOf(stored, 'mailed');
    },

    /** Returns the declaration of a mailed link. @throws Refusal LINK_EXPIRED */
    lookAtLink: async (secret: string): Promise<Declaration> => {
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
          await enqueue(trx, { kind: 'leave', payload: { declarationId: found.id }, key: `leave:${found.id}` });
        }
        return found;
      });
      wake();
      return shownOf(declaration, 'confirmed');
    },

    /** Stores the reason, which is optional and asked for afterwards. @throws Refusal NOT_FOUND */
    giveReason: async (id: string, reason: LeavingReason): Promise<void> => {
      if (!(await declarationsRepository(database).giveReason(id, reason))) throw new Refusal('NOT_FOUND');
    },

    carryOutLast,
    job,
  };
};
export type Declarations = ReturnType<typeof createDeclarations>;
