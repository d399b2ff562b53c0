import type { Catalog } from './catalog.ts';

/** A stored object: what Stripe returns, what only the simulator remembers, and the time of the next change. */
export type Stored<StripeObject, Hidden = object> = { object: StripeObject; hidden: Hidden; due_at: Date | null };

/** What a new object contains in addition to its parameters: the products, the simulated time (whole seconds), our address. */
export type Context = { catalog: Catalog; now: Date; publicUrl: string };
