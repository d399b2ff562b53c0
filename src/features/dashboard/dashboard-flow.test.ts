import { describe, expect, it } from 'vitest';
import { type DashboardEvent, type DashboardState, dashboardFlow, dashboardStart } from './dashboard-flow.ts';

const account = { userID: 'user-1', customerID: null, isSubscribed: false, subscription: null };
const opened: DashboardEvent = { type: 'opened', email: 'parent@mail.example', account };
const unreachable: DashboardEvent = { type: 'unreachable', email: 'parent@mail.example', failure: { code: 'OFFLINE' } };
const after = (start: DashboardState, ...events: DashboardEvent[]) => events.reduce(dashboardFlow, start);

describe('the account page', () => {
  it('says that the payment page was left, also when the account could be opened at the second try only', () => {
    const state = after(dashboardStart('cancelled'), unreachable, { type: 'opening' }, opened);
    expect(state).toMatchObject({ step: 'open', notice: 'payment-cancelled' });
  });

  it('has nothing to say to who comes plainly or from managing', () => {
    expect(after(dashboardStart(undefined), opened)).toMatchObject({ step: 'open', notice: null });
    expect(after(dashboardStart('managed'), opened)).toMatchObject({ step: 'open', notice: null });
  });

  it('says it to one person and not to the next', () => {
    const other = { ...opened, email: 'other@mail.example' };
    expect(after(dashboardStart('cancelled'), opened, { type: 'opening' }, other)).toMatchObject({ notice: null });
  });

  it('keeps what it shows when that can not be read anew', () => {
    const state = after(dashboardStart(undefined), opened, { type: 'already-subscribed' });
    expect(dashboardFlow(state, unreachable)).toBe(state);
    expect(state).toMatchObject({ step: 'open', account, notice: 'already-subscribed' });
  });

  it('stays left, whatever answer comes late', () => {
    const left = after(dashboardStart(undefined), { type: 'left', deleted: true });
    expect(after(left, opened, unreachable, { type: 'opening' }, { type: 'left', deleted: false })).toEqual({
      step: 'left',
      deleted: true,
    });
  });
});
