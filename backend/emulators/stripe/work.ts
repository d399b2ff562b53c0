import type { Kysely, Transaction } from 'kysely';
import { type Catalog, createCatalog, simulatedPriceId } from './catalog.ts';
import type { StripeSimulatorOptions } from './options.ts';
import type { StripeTables } from './schema.ts';
import { addDeliveries } from './webhooks/deliveries.ts';
import { addEvent } from './store/events.ts';

/** The call of the API that something happens for. */
export type Origin = { request: string | null; idempotencyKey: string | null };
const byItself: Origin = { request: null, idempotencyKey: null };

/** One transaction: everything that happens in it happens at `now` and together, events and their deliveries included. */
export type Work = {
  trx: Transaction<StripeTables>;
  /** The simulator's time, whole seconds as all of Stripe's. */
  now: Date;
  catalog: Catalog;
  publicUrl: string;
  /** @param object the wire shape; `previous` the fields that an update changed, as they were. */
  emit(type: string, object: object, previous?: object): Promise<void>;
};

export type World = {
  database: Kysely<StripeTables>;
  catalog: Catalog;
  read<T>(run: (work: Work) => Promise<T>): Promise<T>;
  /** Writers take turns: the simulator is right before it is fast. */
  write<T>(run: (work: Work) => Promise<T>, origin?: Origin): Promise<T>;
};

const wholeSeconds = (milliseconds: number): Date => new Date(Math.floor(milliseconds / 1_000) * 1_000);

/** @param onEvent called when an event is committed. */
export const createWorld = (
  options: StripeSimulatorOptions,
  database: Kysely<StripeTables>,
  onEvent: () => void,
): World => {
  const catalog = createCatalog(options.priceId ?? simulatedPriceId);
  const random = options.random ?? Math.random;

  const open =
    (isWriting: boolean) =>
    async <T>(run: (work: Work) => Promise<T>, origin: Origin = byItself): Promise<T> => {
      let emitted = 0;
      const result = await database.transaction().execute(async (trx) => {
        const row = trx.selectFrom('stripe_simulator.settings').selectAll();
        const settings = await (isWriting ? row.forUpdate() : row).executeTakeFirstOrThrow();
        const work: Work = {
          trx,
          now: wholeSeconds(options.clock.now().getTime() + settings.ahead * 1_000),
          catalog,
          publicUrl: options.publicUrl,
          async emit(type, object, previous) {
            emitted += 1;
            // `this`: what is due in the past happens in the past.
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
