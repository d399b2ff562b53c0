import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';

export type StripeSimulatorOptions = {
  /** The database, typed without tables: `database.$pickTables<never>()`. The simulator creates a schema in it. */
  database: Kysely<Record<never, never>>;
  /** The real time. The simulated time is the real time plus the seconds that `advance` has added. */
  clock: { now(): Date };
  /** The origin of the simulator's pages, for example `http://localhost:4175`. */
  publicUrl: string;
  /** The seller's name on the pages. */
  merchant: string;
  /** The id of the only price. Default: `simulatedPriceId`. */
  priceId?: string;
  /** The receiver of events, and the secret `whsec_…` of their signatures. `headers` are added to each delivery. */
  webhook: { url: string; secret: string; headers?: Readonly<Record<string, string>> };
  fetch?: typeof fetch;
  /** Returns a number from 0 to below 1, for reordering and delays. Default: `Math.random`. */
  random?: () => number;
  /** Called when the sender fails, for example because it cannot reach the database. The sender retries. */
  onFailure?: (error: unknown) => void;
};

/** How future events are delivered. The mode is stored in the database, so it survives a crash. */
export type WebhookMode = {
  /** The number of additional copies of each event, from 0 to 10. */
  duplicate: number;
  /** Delivers events in random order. */
  shuffle: boolean;
  /** The maximum of the random delay of each delivery, in seconds. */
  delay: number;
};

export type StripeSimulator = {
  /** The HTTP server: `/v1/*` for the `stripe` package, pages, `/simulator/*`. You can add hooks until it listens. */
  app: FastifyInstance;
  /** Returns the simulated time. */
  now(): Promise<Date>;
  /** Advances the simulated time and handles everything that becomes due, in order. Returns the new time. */
  advance(seconds: number): Promise<Date>;
  setWebhookMode(mode: WebhookMode): Promise<void>;
  /** Sends every event that is due, and waits for the responses. For tests that do not call `start`. */
  deliver(): Promise<void>;
  /** Starts the loop that delivers events and handles scheduled changes of subscriptions. */
  start(): void;
  /** Stops the loop, and waits for running deliveries. */
  stop(): Promise<void>;
};
