import { randomBytes } from 'node:crypto';
import type { Declaration, DeclarationKind, Leaving, LeavingReason } from '../../../src/contracts/declaration.ts';
import type { Language } from '../../../src/contracts/language.ts';
import type { Database } from '../../db/database.ts';
import { declarationsRepository, type StoredDeclaration } from '../../store/declarations.repository.ts';
import { usersRepository } from '../../store/users.repository.ts';
import { answerOf, isLive, type KnownSubscription } from '../billing/subscription.ts';
import { normalizeEmail } from '../email.ts';
import { greetingNameOf } from '../mails/greeting-name.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret, randomId } from '../secrets.ts';
import { createCarryOut } from './carry-out.ts';
import type { DeclarationDependencies } from './dependencies.ts';
import { withdrawUntil } from './what-to-end.ts';
import { day } from '../../../src/lib/durations.ts';

/** How long a confirmed declaration is kept as a proof, in milliseconds. */
const kept = 365 * day;

const shownOf = ({
  id,
  kind,
  declaredAt,
  state,
}: Omit<Declaration, 'declaredAt'> & { declaredAt: Date }): Declaration => ({
  id,
  kind,
  declaredAt: declaredAt.toISOString(),
  state,
});

/** Returns whether a declaration can be taken back: a cancellation, until the period ends. */
const isUndoable = (declaration: StoredDeclaration, all: readonly KnownSubscription[]): boolean => {
  const { kind, state, outcome, subscriptions } = declaration;
  if (state === 'confirmed') return kind === 'cancellation';
  const isEnding = (one: KnownSubscription): boolean =>
    isLive(one) && one.cancelAtPeriodEnd && one.stripe !== null && (subscriptions ?? []).includes(one.stripe.id);
  return state === 'done' && outcome === 'cancelled' && all.some(isEnding);
};

/** Gives the same code for a link that is too old and one that was invented. */
const good = (declaration: StoredDeclaration | null): StoredDeclaration => {
  if (declaration === null) throw new Refusal('LINK_EXPIRED');
  return declaration;
};

/** `email` is the address as typed. */
export type MailedDeclaration = { kind: DeclarationKind; name: string; email: string; language: Language };

/**
 * Creates the use cases by which parents end their contract (decisions.md#6-flows, "Cancelling and withdrawing"). A
 * declaration is stored with its time and acknowledged first; the outbox carries it out. So it needs neither Stripe nor
 * PlayFab.
 */
export const createDeclarations = (deps: DeclarationDependencies) => {
  const { database, clock, limits, leaving, subscriptionsOf, wake } = deps;
  const { job, finishWithdrawals } = createCarryOut(deps);

  const count = async (userId: string): Promise<void> => {
    const limited = await limits.consume('payer', { ip: '', person: userId });
    if (limited !== null) throw new Refusal('TOO_MANY_REQUESTS', limited.retryAfter);
  };
  const addJob = (
    trx: Database,
    declarationId: string,
    step: 'acknowledge' | 'carry-out',
    key: string,
  ): Promise<void> =>
    enqueue(trx, { kind: 'declaration', payload: { declarationId, step }, key: `declaration:${declarationId}:${key}` });
  const deleteAt = (now: Date): Date => new Date(now.getTime() + kept);

  const look = async (userId: string): Promise<Leaving> => {
    const all = await subscriptionsOf(database, userId);
    const now = clock.now();
    const ends = all.filter(isLive).flatMap((one) => withdrawUntil(one, leaving.withdrawalDays) ?? []);
    const last = ends.filter((end) => end > now).toSorted((one, other) => other.getTime() - one.getTime())[0];
    const newest = (await declarationsRepository(database).ofUser(userId))[0];
    return {
      subscription: answerOf(all, now).subscription,
      withdrawUntil: last?.toISOString() ?? null,
      declaration: newest === undefined ? null : shownOf(newest),
      canUndo: newest !== undefined && isUndoable(newest, all),
    };
  };

  return {
    /** Returns what a signed-in parent can end, from our own rows. */
    look,

    /**
     * Stores a signed-in parent's declaration. A repeated one is the same one until it was carried out.
     * @throws Refusal TOKEN_EXPIRED for an account that is being deleted, TOO_MANY_REQUESTS
     */
    declare: async (userId: string, kind: DeclarationKind, language: Language): Promise<Declaration> => {
      await count(userId);
      const made = await database.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).lock(userId);
        if (user === null || user.deletionRequestedAt !== null) throw new Refusal('TOKEN_EXPIRED');
        const rows = declarationsRepository(trx);
        const [newest] = await rows.ofUser(userId);
        if (newest?.state === 'confirmed' && newest.kind === kind) return newest;
        const now = clock.now();
        const declaration = { id: randomId(), kind, language, declaredAt: now, state: 'confirmed', userId } as const;
        await rows.add({ ...declaration, deleteAt: deleteAt(now) });
        await addJob(trx, declaration.id, 'acknowledge', 'acknowledge');
        await addJob(trx, declaration.id, 'carry-out', 'carry-out');
        return declaration;
      });
      wake();
      return shownOf(made);
    },

    /**
     * Takes a parent's last cancellation back.
     * @throws Refusal NOT_FOUND when there is none, or the membership is over; TOO_MANY_REQUESTS
     */
    undo: async (userId: string): Promise<Leaving> => {
      await count(userId);
      await database.transaction().execute(async (trx) => {
        await usersRepository(trx).lock(userId);
        const rows = declarationsRepository(trx);
        const [newest] = await rows.ofUser(userId);
        // The outbox may be deciding what the declaration ends.
        const locked = newest === undefined ? null : await rows.lock(newest.id);
        if (locked === null || !isUndoable(locked, await subscriptionsOf(trx, userId))) throw new Refusal('NOT_FOUND');
        await rows.changeState(locked.id, 'undone');
        await addJob(trx, locked.id, 'carry-out', 'undo');
      });
      wake();
      return look(userId);
    },

    /**
     * Stores a visitor's declaration and mails its link. Nothing depends on whether the address has an account.
     * @param ip the address of the caller
     * @throws Refusal INVALID_PAYLOAD, TOO_MANY_REQUESTS
     */
    declareByMail: async (
      { kind, name, email: typed, language }: MailedDeclaration,
      ip: string,
    ): Promise<Declaration> => {
      const email = normalizeEmail(typed);
      if (email === null) throw new Refusal('INVALID_PAYLOAD');
      const limited = await limits.consume('leaving-mail', { ip, email });
      if (limited !== null) throw new Refusal('TOO_MANY_REQUESTS', limited.retryAfter);
      const declaredAt = clock.now();
      const notBefore = await limits.placeMail();
      const linkExpiresAt = new Date((notBefore ?? declaredAt).getTime() + leaving.linkDays * day);
      const token = randomBytes(32).toString('base64url');
      const declaration = { id: randomId(), kind, language, declaredAt, state: 'mailed' } as const;
      await database.transaction().execute(async (trx) => {
        await declarationsRepository(trx).add({
          ...declaration,
          email,
          tokenHash: hashSecret(token),
          linkExpiresAt,
          deleteAt: linkExpiresAt,
        });
        // The name is in the mail only.
        const values = {
          declaredAt: declaredAt.toISOString(),
          name: greetingNameOf(name),
          link: { token, ends: linkExpiresAt.toISOString() },
        };
        const payload = { to: email, language, template: `${kind}-received`, values } as const;
        await enqueue(trx, { kind: 'mail', payload }, notBefore);
      });
      wake();
      return shownOf(declaration);
    },

    /** Returns the declaration of a mailed link. @throws Refusal LINK_EXPIRED */
    lookAtLink: async (secret: string): Promise<Declaration> =>
      shownOf(good(await declarationsRepository(database).ofLink(hashSecret(secret), clock.now()))),

    /**
     * Confirms the declaration of a mailed link. A second use changes nothing and returns the same declaration.
     * @param ip the address of the caller, which the link proves to be the owner's.
     * @throws Refusal LINK_EXPIRED
     */
    confirm: async (secret: string, ip: string): Promise<Declaration> => {
      const now = clock.now();
      const confirmed = await database.transaction().execute(async (trx) => {
        const rows = declarationsRepository(trx);
        const { id, email } = good(await rows.ofLink(hashSecret(secret), now));
        if (await rows.confirm(id, deleteAt(now))) await addJob(trx, id, 'carry-out', 'carry-out');
        return { declaration: good(await rows.find(id)), email };
      });
      wake();
      if (confirmed.email !== null) await limits.remember({ ip, email: confirmed.email });
      return shownOf(confirmed.declaration);
    },

    /** Stores the reason, which is optional and asked for afterwards. @throws Refusal NOT_FOUND */
    giveReason: async (id: string, reason: LeavingReason): Promise<void> => {
      if (!(await declarationsRepository(database).giveReason(id, reason))) throw new Refusal('NOT_FOUND');
    },

    finishWithdrawals,
    job,
  };
};
export type Declarations = ReturnType<typeof createDeclarations>;
