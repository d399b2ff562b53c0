import { describe, expect, it } from 'vitest';
import { type DashboardEvent, dashboardFlow, dashboardStart, type PageState } from './controller.ts';

const email = 'parent@mail.example';
const account = { userID: 'user-1', customerID: null, isSubscribed: false, subscription: null };
const opened: DashboardEvent = { type: 'opened', email, account };
const unreachable: DashboardEvent = { type: 'unreachable', email, failure: { code: 'OFFLINE' } };
const after = (start: PageState, ...events: DashboardEvent[]) => events.reduce(dashboardFlow, start);

describe('the flow of the account page', () => {
  it('reports that the payment page was left, even if the account opened at the second attempt only', () => {
    const state = after(dashboardStart('cancelled', email), unreachable, { type: 'opening', email }, opened);
    expect(state).toMatchObject({ step: 'open', notice: 'payment-cancelled' });
  });

  it('reports nothing on a direct visit or after managing the subscription', () => {
    expect(after(dashboardStart(undefined, email), opened)).toMatchObject({ step: 'open', notice: null });
    expect(after(dashboardStart('managed', email), opened)).toMatchObject({ step: 'open', notice: null });
  });

  it('reports it to one person and not to the next', () => {
    const other = { ...opened, email: 'other@mail.example' };
    expect(
      after(dashboardStart('cancelled', email), opened, { type: 'opening', email: other.email }, other),
    ).toMatchObject({ notice: null });
  });

  it('keeps the account when a refresh fails', () => {
    const state = after(dashboardStart(undefined, email), opened, { type: 'already-subscribed' });
    expect(dashboardFlow(state, unreachable)).toBe(state);
    expect(state).toMatchObject({ step: 'open', account, notice: 'already-subscribed' });
  });

  it('stays signed out when a response arrives late', () => {
    const left = after(dashboardStart(undefined, email), { type: 'left', deleted: true });
    expect(after(left, opened, unreachable, { type: 'opening', email }, { type: 'left', deleted: false })).toEqual({
      step: 'left',
      deleted: true,
    });
  });
});
