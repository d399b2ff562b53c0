import type { Kysely, Selectable } from 'kysely';
import { newId } from '../ids.ts';
import type { EventsTable, StripeTables } from '../schema.ts';

export type EventRow = Selectable<EventsTable>;

type NewEvent = {
  type: string;
  object: object;
  previous: object | null;
  created: Date;
  request: string | null;
  idempotencyKey: string | null;
};

export const addEvent = async (trx: Kysely<StripeTables>, event: NewEvent): Promise<string> => {
  const { type, object, previous, created, request, idempotencyKey } = event;
  const id = newId('evt');
  await trx
    .insertInto('stripe_simulator.events')
    .values({
      id,
      created,
      type,
      object: JSON.stringify(object),
      previous: previous === null ? null : JSON.stringify(previous),
      request,
      idempotency_key: idempotencyKey,
    })
    .execute();
  return id;
};

export const findEvent = (trx: Kysely<StripeTables>, id: string): Promise<EventRow | undefined> =>
  trx.selectFrom('stripe_simulator.events').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the newest events first. */
export const listEvents = (trx: Kysely<StripeTables>, limit = 1_000): Promise<EventRow[]> =>
  trx.selectFrom('stripe_simulator.events').selectAll().orderBy('seq', 'desc').limit(limit).execute();
