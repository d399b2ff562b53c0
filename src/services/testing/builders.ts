import type { CreateTeacherBody } from '../../contracts/calls/school-zone.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import type { Subscription } from '../../contracts/calls/subscription.ts';
import { fail, type Result } from '../../lib/result.ts';

/** Returns PlayFab's response to a login. */
export const signInResponse = (playFabId = '50DF92E291CCD4C3'): SignInResponse => ({
  code: 200,
  status: 'OK',
  data: {
    PlayFabId: playFabId,
    SessionTicket: `${playFabId}---A54F-8D3909FF54DEE10-B7817722BC94E536.A6DCCFE1C9709ABB`,
    EntityToken: {
      EntityToken: `entity-token-of-${playFabId}`,
      TokenExpiration: '2026-11-22T00:00:00Z',
      Entity: { Id: 'B7817722BC94E536', Type: 'title_player_account' },
    },
  },
});

/** Returns a monthly plan that was bought on the portal and is paid for another month. */
export const aSubscription = (changes: Partial<Subscription> = {}): Subscription => ({
  store: 'stripe',
  status: 'active',
  currentPeriodEnd: '2026-12-21T10:00:00.000Z',
  endsAt: null,
  price: { amount: 999, currency: 'usd', interval: 'month', intervalCount: 1 },
  nextPayment: { amount: 999, currency: 'usd', at: '2026-12-21T10:00:00.000Z' },
  ...changes,
});

/** Returns the request of `POST teachers` with every field filled. */
export const createTeacherBody = (changes: Partial<CreateTeacherBody> = {}): CreateTeacherBody => ({
  email: 'teacher@school.example',
  name: 'Camille Roy',
  numStudents: '24',
  schoolName: 'École des Érables',
  ageGroup: '8-9',
  referralEmail: 'parent@home.example',
  teacherAuthID: 'A'.repeat(43),
  teacherPlayfabID: '50DF92E291CCD4C3',
  ...changes,
});

/** Simulates a call that takes ten seconds, and ends at once when it is aborted. */
export const slow = <T>(result: Result<T>, signal?: AbortSignal): Promise<Result<T>> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(result), 10_000);
    signal?.addEventListener('abort', () => resolve(fail('TIMEOUT')));
  });
