import { sql } from 'kysely';
import type { EmulatorDatabase } from '../database.ts';
import { type EventType, newEvent } from './objects.ts';
import { save } from './store.ts';
import { addDeliveries, type WebhookOptions } from './webhooks.ts';

export type StripeSimulatorOptions = WebhookOptions & {
  database: EmulatorDatabase;
  /** The origin of the simulator's pages, for example `http://localhost:4175`. */
  publicUrl: string;
  /** The seller's name on the pages. */
  merchant: string;
  /** Returns a number from 0 to below 1, for the delays of events. Default: `Math.random`. */
  random?: () => number;
};

/**
 * A read, or one transaction: its changes, events and deliveries are committed together, and all have the time `now`.
 */
export type UnitOfWork = {
  trx: EmulatorDatabase;
  /** The simulated time, in whole seconds. */
  now: Date;
  publicUrl: string;
  /** Creates an event about an object. */
  emit(type: EventType, object: object): Promise<void>;
  /** Returns the same transaction at another time, because scheduled changes happen at the time they were due. */
  at(moment: Date): UnitOfWork;
};

const wholeSeconds = (milliseconds: number): Date => new Date(Math.floor(milliseconds / 1_000) * 1_000);

/** Creates the functions that open transactions. */
export const createSimulation = ({ database, clock, publicUrl, random = Math.random }: StripeSimulatorOptions) => {
  const open =
    (isWriting: boolean) =>
    async <T>(run: (work: UnitOfWork) => Promise<T>): Promise<T> => {
      const work = async (trx: EmulatorDatabase): Promise<T> => {
        const lock = sql.raw(isWriting ? 'for update' : '');
        const row = sql<{ ahead: number }>`select ahead from stripe_emulator.settings ${lock}`;
        const ahead = (await row.execute(trx)).rows[0]?.ahead ?? 0;
        const workAt = (now: Date): UnitOfWork => ({
          trx,
          now,
          publicUrl,
          async emit(type, object) {
            const event = newEvent(type, now, object);
            await save(trx, event);
            await addDeliveries(trx, event.id, clock.now(), random);
          },
          at: workAt,
        });
        return run(workAt(wholeSeconds(clock.now().getTime() + ahead * 1_000)));
      };
      return isWriting ? database.transaction().execute(work) : work(database);
    };

  return {
    /** Reads, without the cost of a transaction. */
    read: open(false),
    /** Runs a transaction that writes. Only one runs at a time, which keeps the simulator simple. */
    write: open(true),
  };
};
export type Simulation = ReturnType<typeof createSimulation>;
