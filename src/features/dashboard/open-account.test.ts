import { describe, expect, it, vi } from 'vitest';
import { fail, type Result, succeed } from '../../lib/result.ts';
import type { SubscriptionSummary } from '../../services/billing/billing.ts';
import { aSubscription } from '../../services/testing/builders.ts';
import { openAccount } from './services.ts';

const stale: SubscriptionSummary = { isSubscribed: false, subscription: null };
const fresh: SubscriptionSummary = { isSubscribed: true, subscription: aSubscription() };
const user = { id: 'user-1', integrations: [{ service: 'Stripe', serviceKey: 'cus_1' }] };

const build = (refreshed: Result<SubscriptionSummary> = succeed(fresh)) => ({
  users: {
    user: vi.fn(async (): Promise<Result<typeof user>> => succeed(user)),
    subscriptionStatus: vi.fn(async (): Promise<Result<SubscriptionSummary>> => succeed(stale)),
  },
  billing: { refresh: vi.fn(async () => refreshed) },
});
const open = (services: ReturnType<typeof build>, refresh = false) =>
  openAccount(services, { token: 'token', refresh }, new AbortController().signal);

describe('opening an account', () => {
  it('returns the account once both calls have succeeded', async () => {
    const services = build();
    expect(await open(services)).toEqual(succeed({ ...stale, userID: 'user-1', customerID: 'cus_1' }));
    expect(services.billing.refresh).not.toHaveBeenCalled();
  });

  it('uses the result of the status call when the refresh fails', async () => {
    expect(await open(build(fail('TIMEOUT')), true)).toMatchObject({ ok: true, value: stale });
  });

  it('reports an ended session rather than another failure', async () => {
    const services = build();
    services.users.user.mockResolvedValue(fail('OFFLINE'));
    services.users.subscriptionStatus.mockResolvedValue(fail('TOKEN_EXPIRED'));
    expect(await open(services)).toEqual(fail('TOKEN_EXPIRED'));
  });
});
