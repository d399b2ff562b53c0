import type { Kysely } from 'kysely';
import { StripeError } from '../errors.ts';
import type { StripeTables } from '../schema.ts';

const kept = 24 * 60 * 60 * 1_000;

/**
 * The answer that a call with this idempotency key had, or null for a new one.
 * @throws StripeError when the key came with other parameters.
 */
export const earlierAnswer = async (
  trx: Kysely<StripeTables>,
  key: string,
  fingerprint: string,
): Promise<object | null> => {
  const row = await trx.selectFrom('stripe_simulator.answers').selectAll().where('key', '=', key).executeTakeFirst();
  if (row === undefined) return null;
  if (row.fingerprint !== fingerprint) {
    throw new StripeError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }
  return row.body;
};

export const keepAnswer = async (
  trx: Kysely<StripeTables>,
  answer: { key: string; fingerprint: string; body: object; created: Date },
): Promise<void> => {
  const old = new Date(answer.created.getTime() - kept);
  await trx.deleteFrom('stripe_simulator.answers').where('created', '<', old).execute();
  await trx
    .insertInto('stripe_simulator.answers')
    .values({ ...answer, body: JSON.stringify(answer.body) })
    .execute();
};
