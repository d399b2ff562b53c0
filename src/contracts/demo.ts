import type { Language } from './language.ts';
import type { ClassroomIds, ProgressBody } from './calls/school-zone.ts';

/** The calls of the demo partner's page of a class to its own server, which keeps the game's key: JSON by `POST`. */
export const demoClassPaths = { create: '/class', week: '/class/week', live: '/class/live' } as const;

/** The maximum, because the portal accepts only a limited time from a game that was offline. */
export const demoWeeksMaximum = 8;

export type DemoClassBody = { numStudents: number; language: Language };
export type DemoClassAnswer = ClassroomIds;

/** Plays one of `weeks` school weeks, numbered from 1. The last week ends yesterday. */
export type DemoWeekBody = { classroomID: string; week: number; weeks: number };
/** The number of reported levels, and how many of them were completed. */
export type DemoWeekAnswer = { levels: number; completed: number };

/** Lets one student play one level now. */
export type DemoLiveBody = { classroomID: string };
export type DemoPlay = Omit<ProgressBody, 'classroomCode' | 'playedAt'>;
/** null when no student has a level left to play. */
export type DemoLiveAnswer = { play: DemoPlay | null };

/** The failure of all three calls, with the portal's own code. */
export type DemoClassFailure = { error: string };

/** The store events that a developer can trigger in the demo. Its server sends them as RevenueCat would. */
export const demoStores = ['apple', 'google'] as const;
export const demoHappenings = ['bought', 'renewed', 'cancelled', 'expired', 'refunded'] as const;
type DemoStore = (typeof demoStores)[number];
export type DemoHappening = (typeof demoHappenings)[number];

/** The request: `POST` on the demo's own address, JSON. `userID` is the one of `AUTH_SUCCESS`. */
export const demoStoreEventPath = '/store-events';
export type DemoStoreEventBody = { userID: string; store: DemoStore; happening: DemoHappening };
/** The event that was sent, and the HTTP status of the portal's response. */
export type DemoStoreEventAnswer = { status: number; event: object };
