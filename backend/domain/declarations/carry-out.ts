import type { Database } from '../../db/database.ts';
import { declarationsRepository, type StoredDeclaration } from '../../store/declarations.repository.ts';
import { stripeSubscriptionsRepository } from '../../store/stripe-subscriptions.repository.ts';
import { usersRepository } from '../../store/users.repository.ts';
import { isLive } from '../billing/subscription.ts';
import type { MailMessage } from '../mails/mail-message.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { JobHandlers } from '../outbox/worker.ts';
import type { DeclarationDependencies } from './dependencies.ts';
import { whatToEnd } from './what-to-end.ts';

/** Returns the mail about what became of a declaration. */
const resultOf = (to: string, declaration: StoredDeclaration): MailMessage => {
  const { kind, language, declaredAt, outcome, endsAt } = declaration;
  const values = { kind, declaredAt: declaredAt.toISOString(), endsAt: endsAt?.toISOString() ?? null };
  const envelope = { to, language, values };
  if (declaration.state === 'undone') return { ...envelope, template: 'cancellation-undone' };
  if (outcome === 'withdrawn') return { ...envelope, template: 'withdrawal-done' };
  return { ...envelope, template: outcome === 'cancelled' ? 'cancellation-done' : 'nothing-to-end' };
};

/**
 * Creates the job `declaration`. Each step may be repeated: what to do is decided and stored before the first call to
 * Stripe, Stripe does nothing twice, and the mail is stored in the transaction that records the end.
 */
export const createCarryOut = (deps: DeclarationDependencies) => {
  const { database, stripe, playfab, leaving, subscriptionsOf, reread } = deps;
  const declarations = declarationsRepository(database);

  /** Finds the account of a visitor's address. @returns null without one; the visitor is then told. */
  const withOwner = async (declaration: StoredDeclaration): Promise<StoredDeclaration | null> => {
    const { id, userId, email } = declaration;
    if (userId !== null || email === null) return declaration;
    const playfabId = await playfab.playerOfAddress(email);
    const user = playfabId === null ? null : await usersRepository(database).ofPlayfabId(playfabId);
    if (user !== null) {
      await declarations.assign(id, user.id);
      return declarations.find(id);
    }
    await database.transaction().execute(async (trx) => {
      const payload = resultOf(email, declaration);
      await enqueue(trx, { kind: 'mail', payload, key: `declaration:${id}:done` });
      await declarationsRepository(trx).remove(id);
    });
    return null;
  };

  /** Decides once, unless the declaration was taken back. @returns null when its account is gone. */
  const decide = ({ id, userId }: StoredDeclaration): Promise<StoredDeclaration | null> =>
    database.transaction().execute(async (trx) => {
      const rows = declarationsRepository(trx);
      const locked = await rows.lock(id);
      if (locked === null || userId === null || locked.subscriptions !== null || locked.state !== 'confirmed') {
        return locked;
      }
      const decision = whatToEnd(locked, await subscriptionsOf(trx, userId), leaving.withdrawalDays);
      await rows.decide(id, decision);
      return { ...locked, ...decision };
    });

  /** Returns whether the newest cancellation of a user was not taken back. */
  const isCancelled = async (userId: string): Promise<boolean> => {
    const newest = (await declarations.ofUser(userId)).find(
      ({ outcome, state }) => outcome === 'cancelled' || state === 'undone',
    );
    return newest !== undefined && newest.state !== 'undone';
  };

  /** Tells Stripe whether the subscriptions end. A change of mind during the calls is followed at once. */
  const endWithPeriod = async (userId: string, ids: readonly string[]): Promise<void> => {
    const rows = stripeSubscriptionsRepository(database);
    let told: boolean;
    do {
      told = await isCancelled(userId);
      const live = (await rows.ofUser(userId)).filter((one) => isLive(one) && ids.includes(one.id));
      for (const { id } of live) await stripe.cancelAtPeriodEnd(id, told);
    } while (told !== (await isCancelled(userId)));
  };

  const atStripe = async ({ userId, outcome, subscriptions }: StoredDeclaration): Promise<void> => {
    if (userId === null || subscriptions === null) return;
    if (outcome === 'cancelled') await endWithPeriod(userId, subscriptions);
    if (outcome === 'withdrawn') for (const id of subscriptions) await stripe.cancelAndRefund(id);
    await reread(userId);
  };

  /** Adds a mail to the owner, unless the account is being deleted, which has a notice of its own. */
  const tell = async (
    trx: Database,
    { id, userId }: StoredDeclaration,
    step: string,
    mailTo: (email: string) => MailMessage,
    account: { email: string } | null,
  ): Promise<void> => {
    const owner = userId === null ? null : await usersRepository(trx).lock(userId);
    if (owner === null || owner.deletionRequestedAt !== null || account === null) return;
    await enqueue(trx, { kind: 'mail', payload: mailTo(account.email), key: `declaration:${id}:${step}` });
  };

  const accountOf = async ({ userId }: StoredDeclaration): Promise<{ email: string } | null> => {
    const user = userId === null ? null : await usersRepository(database).find(userId);
    return user === null ? null : playfab.accountOf(user.playfabId);
  };

  /** Acknowledges a signed-in parent's declaration. It does not wait for Stripe. */
  const acknowledge = async (declaration: StoredDeclaration): Promise<void> => {
    const account = await accountOf(declaration);
    const { kind, language, declaredAt } = declaration;
    const mailTo = (to: string): MailMessage => ({
      to,
      language,
      template: `${kind}-received`,
      values: { declaredAt: declaredAt.toISOString() },
    });
    await database.transaction().execute((trx) => tell(trx, declaration, 'received', mailTo, account));
  };

  const carryOut = async (found: StoredDeclaration): Promise<void> => {
    const owned = await withOwner(found);
    if (owned === null || owned.userId === null || owned.state === 'mailed' || owned.state === 'done') return;
    await reread(owned.userId);
    const decided = await decide(owned);
    if (decided === null || decided.state === 'done') return;
    await atStripe(decided);
    const account = await accountOf(decided);
    await database.transaction().execute(async (trx) => {
      const rows = declarationsRepository(trx);
      // The owner is locked first, as by a parent who changes the mind. In the other order both would wait for each other.
      if (decided.userId !== null) await usersRepository(trx).lock(decided.userId);
      const last = await rows.lock(decided.id);
      // A parent who changed the mind during the calls gets the mail of the other job.
      if (last === null || last.state !== decided.state) return;
      if (last.state === 'confirmed') await rows.changeState(last.id, 'done');
      const step = last.state === 'undone' ? 'undone' : 'done';
      await tell(trx, last, step, (to) => resultOf(to, last), account);
    });
  };

  const job: JobHandlers['declaration'] = async ({ declarationId, step }) => {
    const found = await declarations.find(declarationId);
    // The account was deleted with it.
    if (found === null) return;
    await (step === 'acknowledge' ? acknowledge(found) : carryOut(found));
  };

  return {
    job,

    /** Refunds what a user withdrew from, before the account is deleted at Stripe. Repeatable. */
    finishWithdrawals: async (userId: string): Promise<void> => {
      const all = await declarations.ofUser(userId);
      for (const each of all) if (each.kind === 'withdrawal' && each.state === 'confirmed') await carryOut(each);
    },
  };
};
