import type { Failure } from '../../contracts/error-codes.ts';
import type { PaymentReturn } from '../../contracts/routes.ts';
import type { Account } from './open-account.ts';

/** The steps of the account page (spec sections 2 and 4), without React and without a server. */
export type DashboardState =
  /** The session is being checked; whose it is this browser knows. */
  | { step: 'opening'; notice: Notice; email: string }
  /** Nothing is wrong with the session, but the servers don't answer. */
  | { step: 'unreachable'; notice: Notice; email: string; failure: Failure }
  | { step: 'open'; notice: Notice; email: string; account: Account }
  | { step: 'left'; deleted: boolean };

/** Of who has not left. */
export type StayingState = Exclude<DashboardState, { step: 'left' }>;

/** What is said above the account: the checkout was left without paying, or was refused to a subscriber. */
export type Notice = 'payment-cancelled' | 'already-subscribed' | null;

export type DashboardEvent =
  | { type: 'opening'; email: string }
  | { type: 'opened'; email: string; account: Account }
  | { type: 'unreachable'; email: string; failure: Failure }
  | { type: 'already-subscribed' }
  | { type: 'left'; deleted: boolean };

/** `payment`: what the person comes back from, if from anywhere. `email`: whose session there is. */
export const dashboardStart = (payment: PaymentReturn | undefined, email: string | undefined): DashboardState =>
  email === undefined
    ? { step: 'left', deleted: false }
    : { step: 'opening', notice: payment === 'cancelled' ? 'payment-cancelled' : null, email };

export const dashboardFlow = (state: DashboardState, event: DashboardEvent): DashboardState => {
  // Who has left stays away: an answer that comes late opens nothing again.
  if (state.step === 'left') return state;
  switch (event.type) {
    case 'opening':
      // Opened already: then it is said, and whoever is signed in now is somebody else.
      return { ...event, step: 'opening', notice: state.step === 'open' ? null : state.notice };
    case 'opened':
      return { step: 'open', notice: state.notice, email: event.email, account: event.account };
    case 'unreachable':
      // What is known stays when it could not be read anew.
      return state.step === 'open' ? state : { ...event, step: 'unreachable', notice: state.notice };
    case 'already-subscribed':
      return { ...state, notice: 'already-subscribed' };
    case 'left':
      return { step: 'left', deleted: event.deleted };
  }
};
