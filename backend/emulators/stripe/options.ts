import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';

export type StripeSimulatorOptions = {
  /** With none of the product's tables, `database.$pickTables<never>()`: the simulator makes its own, in its own schema. */
  database: Kysely<Record<never, never>>;
  /** Real time. The simulator's own time is this plus what `advance` added. */
  clock: { now(): Date };
  /** Its own origin, such as `http://localhost:4175`: what the addresses of its pages begin with. */
  publicUrl: string;
  /** Who sells: the name on the pages. */
  merchant: string;
  /** The id of the one price there is; `simulatedPriceId` unless given. */
  priceId?: string;
  /** The receiver of events, and the secret `whsec_…` of their signatures. `headers` are added to each delivery. */
  webhook: { url: string; secret: string; headers?: Readonly<Record<string, string>> };
  fetch?: typeof fetch;
  /** 0 to 1, for reordering and delays. */
  random?: () => number;
  /** A turn of the sender's loop failed as a whole: the database is away, and the next turn tries again. */
  onFailure?: (error: unknown) => void;
};

/** What happens to every event from now on; kept in a table, so that it survives a crash. */
export type WebhookMode = {
  /** How many more times each event is delivered: 0 to 10. */
  duplicate: number;
  /** Deliveries overtake each other. */
  shuffle: boolean;
  /** Each delivery waits a random time up to so many seconds. */
  delay: number;
};

export type StripeSimulator = {
  /** Everything over HTTP: `/v1/*` for the `stripe` package, pages, `/simulator/*`. Not ready yet, so hooks can be added. */
  app: FastifyInstance;
  /** The simulator's time. */
  now(): Promise<Date>;
  /** Moves it on, through everything that falls due on the way, in order. @returns the new time. */
  advance(seconds: number): Promise<Date>;
  setWebhookMode(mode: WebhookMode): Promise<void>;
  /** Sends every event that is due by real time and waits for the answers. For tests, which run no loop. */
  deliver(): Promise<void>;
  /** From now on events are delivered and subscriptions live on by themselves. */
  start(): void;
  /** Begins no delivery any more and waits for those in hand. */
  stop(): Promise<void>;
};
