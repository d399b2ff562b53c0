import type { Kysely, Transaction } from 'kysely';
import { type Catalog, createCatalog, simulatedPriceId } from './catalog.ts';
import type { StripeSimulatorOptions } from './options.ts';
import type { StripeTables } from './schema.ts';
import { addDeliveries } from './webhooks/deliveries.ts';
import { addEvent } from './store/events.ts';

/** The API call that caused an event. */
export type Origin = { request: string | null; idempotencyKey: string | null };
const noOrigin: Origin = { request: null, idempotencyKey: null };

/** One transaction. Its changes, events and deliveries are committed together, and all have the time `now`. */
export type UnitOfWork = {
  trx: Transaction<StripeTables>;
  /** The simulated time in whole seconds, like all of Stripe's times. */
  now: Date;
  catalog: Catalog;
  publicUrl: string;
  /** Creates an event. `object` is in Stripe's format; `previous` contains the old values of changed fields. */
  emit(type: string, object: object, previous?: object): Promise<void>;
};

export type Simulation = {
  database: Kysely<StripeTables>;
  catalog: Catalog;
  read<T>(run: (work: UnitOfWork) => Promise<T>): Promise<T>;
  /** Runs a transaction that writes. Only one runs at a time, which keeps the simulator simple. */
  write<T>(run: (work: UnitOfWork) => Promise<T>, origin?: Origin): Promise<T>;
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
    async <T>(run: (work: UnitOfWork) => Promise<T>, origin: Origin = noOrigin): Promise<T> => {
      let emitted = 0;
      const result = await database.transaction().execute(async (trx) => {
        const row = trx.selectFrom('stripe_simulator.settings').selectAll();
        const settings = await (isWriting ? row.forUpdate() : row).executeTakeFirstOrThrow();
        const work: UnitOfWork = {
          trx,
          now: wholeSeconds(options.clock.now().getTime() + settings.ahead * 1_000),
          catalog,
          publicUrl: options.publicUrl,
          async emit(type, object, previous) {
            emitted += 1;
            // `this.now` can be earlier than `now`, because scheduled changes happen at the time they were due.
            const id = await addEvent(trx, { type, object, previous: previous ?? null, created: this.now, ...origin });
            await addDeliveries(trx, id, { mode: settings, now: options.clock.now(), random });
          },
        };
        return run(work);
      });
      if (emitted > 0) onEvent();
      return result;
    };

  return { database, catalog, read: open(false), write: open(true) };
};
