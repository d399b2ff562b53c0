/**
 * The store events that a developer can trigger on the demo partner's page. Its server sends them to the portal as
 * RevenueCat would.
 */
export const demoStores = ['apple', 'google'] as const;
export const demoHappenings = ['bought', 'renewed', 'cancelled', 'expired', 'refunded'] as const;
export type DemoStore = (typeof demoStores)[number];
export type DemoHappening = (typeof demoHappenings)[number];

/** The request: `POST` on the demo's own address, JSON. `userID` is the one of `AUTH_SUCCESS`. */
export const demoStoreEventPath = '/store-events';
export type DemoStoreEventBody = { userID: string; store: DemoStore; happening: DemoHappening };
/** The event that was sent, and the HTTP status of the portal's response. */
export type DemoStoreEventAnswer = { status: number; event: object };
