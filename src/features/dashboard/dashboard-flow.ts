import type { Failure } from '../../contracts/error-codes.ts';

/** The steps of the account page (spec sections 2 and 4), without React and without a server. */
export type MailState =
  | { step: 'idle' }
  | { step: 'sending' }
  | { step: 'sent' }
  | { step: 'failed'; failure: Failure };

export type DashboardState =
  /** The session is being checked; nothing is known yet. */
  | { step: 'opening' }
  /** Nothing is wrong with the session, but the servers don't answer. */
  | { step: 'unreachable'; email: string; failure: Failure }
  | { step: 'open'; email: string; mail: MailState }
  | { step: 'left' };

export type DashboardEvent =
  | { type: 'opening' }
  | { type: 'opened'; email: string }
  | { type: 'unreachable'; email: string; failure: Failure }
  | { type: 'mail'; mail: MailState }
  | { type: 'left' };

export const dashboardStart: DashboardState = { step: 'opening' };

export const dashboardFlow = (state: DashboardState, event: DashboardEvent): DashboardState => {
  // Who has left stays away: an answer that comes late opens nothing again.
  if (state.step === 'left') return state;
  switch (event.type) {
    case 'opening':
      return { step: 'opening' };
    case 'opened':
      return { step: 'open', email: event.email, mail: { step: 'idle' } };
    case 'unreachable':
      return { step: 'unreachable', email: event.email, failure: event.failure };
    case 'mail':
      return state.step === 'open' ? { ...state, mail: event.mail } : state;
    case 'left':
      return { step: 'left' };
  }
};
