import type { Database } from '../db/database.ts';
import { beginDeletion } from '../domain/accounts/deletion.ts';
import { type ExportGateways, exportFile, exportParent } from '../domain/accounts/export.ts';
import { VendorError } from '../gateways/vendor.ts';
import { normalizeEmail } from '../domain/secrets.ts';
import { sha256 } from '../domain/visits/conversions.ts';
import { operatorRepository } from '../store/operator.repository.ts';
import { exportRepository } from '../store/export.repository.ts';
import { type User, usersRepository } from '../store/accounts.repository.ts';

/** A mistake of the operator, or a person or job that does not exist; `npm run admin` prints the sentence. */
export class AdminError extends Error {
  override name = 'AdminError';
}

export type CommandContext = {
  database: Database;
  now: Date;
  /** Asks PlayFab for the player with an address; null without a real PlayFab. */
  playerOf: ((email: string) => Promise<string | null>) | null;
};

const addressOf = (typed: string): string => {
  const email = normalizeEmail(typed);
  if (email === null) throw new AdminError(`"${typed}" is not an e-mail address.`);
  return email;
};

/**
 * Returns the parent of an address, a user ID or a PlayFab ID. PlayFab is asked for the owner of an address, so no
 * transaction is open. @throws AdminError when PlayFab does not say.
 */
const parentOf = async ({ database, playerOf }: CommandContext, name: string): Promise<User | null> => {
  const users = usersRepository(database);
  const email = name.includes('@') ? addressOf(name) : null;
  const asked = email === null ? name : playerOf?.(email);
  const id = await Promise.resolve(asked).catch((error: unknown) => {
    if (!(error instanceof VendorError)) throw error;
    throw new AdminError(
      `PlayFab does not say who has this address (${error.message}): try again later, or give the user ID or the PlayFab ID.`,
    );
  });
  return id ? ((await users.ofPlayfabId(id)) ?? (await users.find(id))) : null;
};

/** @throws AdminError that says when PlayFab was not asked. */
const nobody = (context: CommandContext, name: string): AdminError => {
  const isUnasked = name.includes('@') && context.playerOf === null;
  return new AdminError(
    `Nobody is known by this name.${isUnasked ? ' Addresses of parents are at PlayFab only.' : ''}`,
  );
};

/** Returns some tables of what is known of a name, or all, as a file for the person. @throws AdminError if unknown. */
const known = async (
  context: CommandContext & { gateways?: ExportGateways },
  name: string,
  tables?: readonly string[],
): Promise<string[]> => {
  const { database, now, gateways = null } = context;
  const user = await parentOf(context, name);
  const parent = user && (await exportParent(database, gateways, user));
  const teacher = name.includes('@') ? await exportRepository(database).teacher(addressOf(name)) : {};
  const isTeacher = teacher['teachers']?.length === 1;
  if (parent === null && !isTeacher) throw nobody(context, name);
  const part = (rows: object) =>
    Object.fromEntries(Object.entries(rows).filter(([table]) => tables === undefined || tables.includes(table)));
  const parts = {
    ...(parent && { parent: { ...parent, portal: part(parent.portal) } }),
    ...(isTeacher && { teacher: { portal: part(teacher) } }),
  };
  return [exportFile(now, parts).trimEnd()];
};

/** `export-user`: everything about a parent and a teacher (GDPR, articles 15 and 20). @throws AdminError if unknown. */
export const exportPerson = (context: CommandContext & { gateways: ExportGateways }, name: string): Promise<string[]> =>
  known({ ...context, playerOf: context.gateways.playfab.playerOfAddress }, name);

/** `find-user`: a part of the same. @throws AdminError if unknown. */
export const findUser = (context: CommandContext, name: string): Promise<string[]> =>
  known(context, name, ['users', 'stripe_subscriptions', 'store_subscriptions', 'teachers', 'classrooms']);

/** `erase-parent`: begins a deletion as the dashboard does; the server does the rest. @throws AdminError if unknown. */
export const eraseParent = async (context: CommandContext, name: string): Promise<string[]> => {
  const parent = await parentOf(context, name);
  if (parent === null) throw nobody(context, name);
  await context.database.transaction().execute(async (trx) => {
    await usersRepository(trx).lock(parent.id);
    await beginDeletion(trx, parent.id, context.now);
  });
  return [
    `parent ${parent.id}, PlayFab ${parent.playfabId}`,
    'the tokens are revoked, and the job delete-account waits',
    'the server then ends the subscriptions at Stripe, deletes the player at PlayFab and all rows, and mails a notice',
  ];
};

/** `erase-teacher`: deletes everything that names a teacher. @throws AdminError when nothing names the address. */
export const eraseTeacher = async ({ database }: CommandContext, typed: string): Promise<string[]> => {
  const email = addressOf(typed);
  const { teacher, referrals, jobs } = await database.transaction().execute(async (trx) => {
    const operator = operatorRepository(trx);
    const found = await operator.teacher(email);
    await operator.removeTeacher(email);
    const removed = await operator.removeReferrals(email);
    return { teacher: found, referrals: removed, jobs: await operator.removeJobsTo(email, sha256(email)) };
  });
  if (teacher === null && referrals + jobs === 0) throw new AdminError('No teacher has this address.');
  return [
    ...(teacher === null
      ? ['no teacher has this address']
      : [
          `the teacher, ${teacher.students} students and ${teacher.progressRows} rows of progress`,
          `PlayFab keeps the player ${teacher.playfabId}, without an address; delete it in the Game Manager`,
        ]),
    `the address in the sign-up of ${referrals} other teachers`,
    `${jobs} waiting mails and events`,
  ];
};

/** `retry-job`: makes one waiting job due, or all of one kind. @throws AdminError when no such job waits. */
export const retryJob = async ({ database, now }: CommandContext, name: string): Promise<string[]> => {
  const operator = operatorRepository(database);
  const end = await operator.endOfJob(name);
  if (end !== null) {
    const how = end.outcome === 'failed' ? 'given up' : 'done';
    throw new AdminError(
      `This job is ${how} ${end.finishedAt.toISOString()}. Its content was deleted then, so it cannot run again; the runbook says what to do.`,
    );
  }
  const { waiting, due } = await operator.runNow(name, now);
  if (waiting === 0) throw new AdminError(`No job waits that has this id or kind: ${name}`);
  return [`${due} of ${waiting} waiting jobs are due now`];
};
