import type { Language } from './language.ts';
import type { Classroom, ProgressBody } from './school-zone.ts';

/**
 * What the demo partner's own server does for its page of a class at play: JSON by `POST`, on the demo's own address. The
 * game's key stays at that server.
 */
export const demoClassPaths = { create: '/class', week: '/class/week', live: '/class/live' } as const;

/** More would reach past what the portal takes of a game that was offline. */
export const demoWeeksMaximum = 8;

export type DemoClassBody = { numStudents: number; language: Language };
export type DemoClassAnswer = Classroom;

/** Lets the class play the one of `weeks` school weeks that has this number, from 1; the last of them ends yesterday. */
export type DemoWeekBody = { classroomID: string; week: number; weeks: number };
/** How many levels were reported, and how many of them done. */
export type DemoWeekAnswer = { levels: number; completed: number };

/** Lets one student play one level, now. */
export type DemoLiveBody = { classroomID: string };
export type DemoPlay = Omit<ProgressBody, 'classroomCode' | 'playedAt'>;
/** null: nobody is left who has anything to play. */
export type DemoLiveAnswer = { play: DemoPlay | null };

/** Of all three, with the portal's own code: what it refused. */
export type DemoClassFailure = { error: string };
