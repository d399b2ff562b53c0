import type { SubscriptionState } from '../schema.ts';
import { daysAfter } from './periods.ts';

type Lifecycle = {
  status: SubscriptionState;
  trial_end: Date | null;
  announced: boolean;
  period_end: Date;
  retry_at: Date | null;
};
export type Moment = { at: Date; what: 'announce-trial-end' | 'end-period' | 'retry' };

/** Stripe announces the end of a trial three days in advance. */
const notice = 3;

/** Returns the next scheduled change of a subscription, or null if there is none. */
export const nextMoment = (subscription: Lifecycle): Moment | null => {
  const { status, trial_end: trialEnd, announced, period_end: periodEnd, retry_at: retryAt } = subscription;
  switch (status) {
    case 'trialing':
      if (trialEnd !== null && !announced) return { at: daysAfter(trialEnd, -notice), what: 'announce-trial-end' };
      return { at: periodEnd, what: 'end-period' };
    case 'active':
      return { at: periodEnd, what: 'end-period' };
    case 'past_due':
      return retryAt === null ? null : { at: retryAt, what: 'retry' };
    case 'canceled':
      return null;
  }
};
