import type { Result } from '../../lib/result.ts';
import type { SubscriptionState } from '../../services/billing/subscription-answer.ts';

/**
 * What the page may say of the membership. `pending` also stands for somebody else's checkout, so its sentence must be
 * true of both; `unknown` when nobody could be asked.
 */
export type Membership =
  | { kind: 'trial'; until: string | null }
  | { kind: 'active' }
  | { kind: 'pending' }
  | { kind: 'unknown' };

export const membershipOf = (answer: Result<SubscriptionState>): Membership => {
  if (!answer.ok) return { kind: 'unknown' };
  const { isSubscribed, subscription } = answer.value;
  if (!isSubscribed) return { kind: 'pending' };
  switch (subscription?.status) {
    case 'trialing':
      return { kind: 'trial', until: subscription.currentPeriodEnd };
    // Tried again after a refusal: not what somebody who has just paid should read "active" of.
    case 'past_due':
    case 'unpaid':
    case 'ended':
      return { kind: 'pending' };
    case 'active':
    case undefined:
      return { kind: 'active' };
  }
};
