import type { Kysely } from 'kysely';
import { StripeError } from './errors.ts';
import type { StripeTables } from './schema.ts';
import { day } from '../../src/lib/durations.ts';

const retention = day;

/**
 * Returns the stored response of an idempotency key, or null if the key is new.
 * @throws StripeError when the key was used with other parameters.
 */
export const storedResponse = async (
  trx: Kysely<StripeTables>,
  key: string,
  fingerprint: string,
): Promise<object | null> => {
  const row = await trx
    .selectFrom('simulated_stripe.idempotent_responses')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
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

export const storeResponse = async (
  trx: Kysely<StripeTables>,
  response: { key: string; fingerprint: string; body: object; created: Date },
): Promise<void> => {
  const old = new Date(response.created.getTime() - retention);
  await trx.deleteFrom('simulated_stripe.idempotent_responses').where('created', '<', old).execute();
  await trx
    .insertInto('simulated_stripe.idempotent_responses')
    .values({ ...response, body: JSON.stringify(response.body) })
    .execute();
};
