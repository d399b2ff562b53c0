import type { Membership } from '../../contracts/subscription.ts';
import type { Result } from '../../lib/result.ts';
import type { SubscriptionSummary } from '../../services/billing/subscription-answer.ts';

export const membershipOf = (answer: Result<SubscriptionSummary>): Membership => {
  if (!answer.ok) return { kind: 'unknown' };
  const { isSubscribed, subscription } = answer.value;
  if (!isSubscribed) return { kind: 'pending' };
  switch (subscription?.status) {
    case 'trialing':
      return { kind: 'trial', until: subscription.currentPeriodEnd };
    // A renewal that is retried after a failure. A person who has just paid must not read "active" for it.
    case 'past_due':
    case 'unpaid':
    case 'ended':
      return { kind: 'pending' };
    case 'active':
    case undefined:
      return { kind: 'active' };
  }
};
