import type { Failure } from '../../contracts/error-codes.ts';
import type { PaymentReturn } from '../../contracts/routes.ts';
import type { Account } from './open-account.ts';

/**
 * The states of the account page (product-spec.md#2-screens-and-routes and #4-states-and-transitions), without React
 * and without a server.
 */
export type PageState =
  /** The session is being checked. The browser knows whose session it is. */
  | { step: 'opening'; notice: PaymentNotice; email: string }
  /** The session is valid, but the servers do not respond. */
  | { step: 'unreachable'; notice: PaymentNotice; email: string; failure: Failure }
  | { step: 'open'; notice: PaymentNotice; email: string; account: Account }
  | { step: 'left'; deleted: boolean };

/** The person of a session that has not ended. */
export type SignedInState = Exclude<PageState, { step: 'left' }>;

/** Returns whose account it is; undefined after the session has ended. */
export const emailOf = (state: PageState): string | undefined => (state.step === 'left' ? undefined : state.email);

/** The notice above the account: the checkout was left without paying, or was rejected for a subscriber. */
export type PaymentNotice = 'payment-cancelled' | 'already-subscribed' | null;

export type DashboardEvent =
  | { type: 'opening'; email: string }
  | { type: 'opened'; email: string; account: Account }
  | { type: 'unreachable'; email: string; failure: Failure }
  | { type: 'already-subscribed' }
  | { type: 'left'; deleted: boolean };

/** `payment`: what the person returns from, if anything. `email`: the owner of the session. */
export const dashboardStart = (payment: PaymentReturn | undefined, email: string | undefined): PageState =>
  email === undefined
    ? { step: 'left', deleted: false }
    : { step: 'opening', notice: payment === 'cancelled' ? 'payment-cancelled' : null, email };

export const dashboardFlow = (state: PageState, event: DashboardEvent): PageState => {
  // A response after a sign-out opens nothing again.
  if (state.step === 'left') return state;
  switch (event.type) {
    case 'opening':
      // The account was open already, so the notice was shown, and the person who is signed in now is another one.
      return { ...event, step: 'opening', notice: state.step === 'open' ? null : state.notice };
    case 'opened':
      return { step: 'open', notice: state.notice, email: event.email, account: event.account };
    case 'unreachable':
      // The known account stays when it could not be refreshed.
      return state.step === 'open' ? state : { ...event, step: 'unreachable', notice: state.notice };
    case 'already-subscribed':
      return { ...state, notice: 'already-subscribed' };
    case 'left':
      return { step: 'left', deleted: event.deleted };
  }
};
