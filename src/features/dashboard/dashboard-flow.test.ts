import { describe, expect, it } from 'vitest';
import { type DashboardEvent, type DashboardState, dashboardFlow, dashboardStart } from './dashboard-flow.ts';

const email = 'parent@mail.example';
const account = { userID: 'user-1', customerID: null, isSubscribed: false, subscription: null };
const opened: DashboardEvent = { type: 'opened', email, account };
const unreachable: DashboardEvent = { type: 'unreachable', email, failure: { code: 'OFFLINE' } };
const after = (start: DashboardState, ...events: DashboardEvent[]) => events.reduce(dashboardFlow, start);

describe('the account page', () => {
  it('says that the payment page was left, also when the account could be opened at the second try only', () => {
    const state = after(dashboardStart('cancelled', email), unreachable, { type: 'opening', email }, opened);
    expect(state).toMatchObject({ step: 'open', notice: 'payment-cancelled' });
  });

  it('has nothing to say to who comes plainly or from managing', () => {
    expect(after(dashboardStart(undefined, email), opened)).toMatchObject({ step: 'open', notice: null });
    expect(after(dashboardStart('managed', email), opened)).toMatchObject({ step: 'open', notice: null });
  });

  it('says it to one person and not to the next', () => {
    const other = { ...opened, email: 'other@mail.example' };
    expect(
      after(dashboardStart('cancelled', email), opened, { type: 'opening', email: other.email }, other),
    ).toMatchObject({ notice: null });
  });

  it('keeps what it shows when that can not be read anew', () => {
    const state = after(dashboardStart(undefined, email), opened, { type: 'already-subscribed' });
    expect(dashboardFlow(state, unreachable)).toBe(state);
    expect(state).toMatchObject({ step: 'open', account, notice: 'already-subscribed' });
  });

  it('opens for nobody without a session', () => {
    expect(after(dashboardStart(undefined, undefined), opened)).toEqual({ step: 'left', deleted: false });
  });

  it('stays left, whatever answer comes late', () => {
    const left = after(dashboardStart(undefined, email), { type: 'left', deleted: true });
    expect(after(left, opened, unreachable, { type: 'opening', email }, { type: 'left', deleted: false })).toEqual({
      step: 'left',
      deleted: true,
    });
  });
});
