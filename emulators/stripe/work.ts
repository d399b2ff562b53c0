import type { Kysely, Transaction } from 'kysely';
import { type Catalog, createCatalog, simulatedPriceId, type Context } from './catalog.ts';
import { type EventType, newEvent } from './objects/common.ts';
import type { StripeSimulatorOptions } from './options.ts';
import { type StripeTables, saveObject } from './store.ts';
import { addDeliveries } from './webhooks.ts';

/** One transaction. Its changes, events and deliveries are committed together, and all have the time `now`. */
export type UnitOfWork = Context & {
  trx: Transaction<StripeTables>;
  /** Creates an event about an object. */
  emit(type: EventType, object: object): Promise<void>;
  /** Returns the same transaction at another time, because scheduled changes happen at the time they were due. */
  at(moment: Date): UnitOfWork;
};

export type Simulation = {
  database: Kysely<StripeTables>;
  catalog: Catalog;
  read<T>(run: (work: UnitOfWork) => Promise<T>): Promise<T>;
  /** Runs a transaction that writes. Only one runs at a time, which keeps the simulator simple. */
  write<T>(run: (work: UnitOfWork) => Promise<T>): Promise<T>;
};

const wholeSeconds = (milliseconds: number): Date => new Date(Math.floor(milliseconds / 1_000) * 1_000);

/** Creates the functions that open transactions. `onEvent` is called after a transaction that created an event. */
export const createSimulation = (
  options: StripeSimulatorOptions,
  database: Kysely<StripeTables>,
  onEvent: () => void,
): Simulation => {
  const catalog = createCatalog(options.priceId ?? simulatedPriceId);
  const random = options.random ?? Math.random;

  const open =
    (isWriting: boolean) =>
    async <T>(run: (work: UnitOfWork) => Promise<T>): Promise<T> => {
      let emitted = 0;
      const result = await database.transaction().execute(async (trx) => {
        const row = trx.selectFrom('simulated_stripe.settings').selectAll();
        const settings = await (isWriting ? row.forUpdate() : row).executeTakeFirstOrThrow();
        const workAt = (now: Date): UnitOfWork => ({
          trx,
          now,
          catalog,
          publicUrl: options.publicUrl,
          async emit(type, object) {
            emitted += 1;
            const event = newEvent({ type, created: now, object });
            await saveObject(trx, event);
            await addDeliveries(trx, event.id, { mode: settings, now: options.clock.now(), random });
          },
          at: workAt,
        });
        return run(workAt(wholeSeconds(options.clock.now().getTime() + settings.ahead * 1_000)));
      });
      if (emitted > 0) onEvent();
      return result;
    };

  return { database, catalog, read: open(false), write: open(true) };
};
