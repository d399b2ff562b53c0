/** What a developer can press on the demo partner's page; its server tells the portal as RevenueCat would. */
export const demoStores = ['apple', 'google'] as const;
export const demoHappenings = ['bought', 'renewed', 'cancelled', 'expired', 'refunded'] as const;
export type DemoStore = (typeof demoStores)[number];
export type DemoHappening = (typeof demoHappenings)[number];

/** `POST` on the demo's own address, JSON. `userID` is the one of `AUTH_SUCCESS`. */
export const demoStoreEventPath = '/store-events';
export type DemoStoreEventBody = { userID: string; store: DemoStore; happening: DemoHappening };
/** What was sent, and the HTTP status that the portal answered. */
export type DemoStoreEventAnswer = { status: number; event: object };
