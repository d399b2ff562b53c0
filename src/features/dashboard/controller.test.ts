import { expect, it, vi } from 'vitest';
import { signOutEvent } from '../../contracts/elements.ts';
import { fail, succeed } from '../../lib/result.ts';
import { ownerDialogStart } from './owner-dialog.ts';
import { buildDashboard, type BuildOptions, session } from './testing/dashboard-builder.ts';

const customer = { isSubscribed: true, customerID: 'cus_1' };
const other = { ...session, email: 'other@mail.example' };

const open = async (options: BuildOptions = {}) => {
  const dashboard = buildDashboard(options);
  const { controller } = dashboard;
  const failures = vi.fn();
  controller.onFailure(failures);
  const stop = controller.start?.();
  const reach = (state: object) => vi.waitFor(() => expect(controller.state()).toMatchObject(state));
  await reach({ page: { step: 'open' } });
  return { ...dashboard, failures, stop, reach };
};

it('ends everything when it is stopped, starts again, and logs out when the page requests it', async () => {
  const { controller, services, element, target, stop, stopRenewal, reach } = await open({ account: customer });
  services.billing.manage.mockReturnValueOnce(new Promise(() => {}));
  controller.manage();
  controller.deletion.begin();
  stop?.();
  expect(services.billing.manage.mock.calls[0]?.[1]?.aborted).toBe(true);
  expect(controller.state()).toMatchObject({ manage: { step: 'idle' }, deletion: ownerDialogStart });
  expect(stopRenewal).toHaveBeenCalledOnce();
  target.dispatchEvent(new Event(signOutEvent));
  expect(element.emit).not.toHaveBeenCalled();
  controller.start?.();
  controller.manage();
  await reach({ manage: { step: 'done' } });
  const request = new Event(signOutEvent, { cancelable: true });
  target.dispatchEvent(request);
  expect(request.defaultPrevented).toBe(true);
  expect(services.users.signOut).toHaveBeenCalledExactlyOnceWith(session.token);
  expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'requested' });
});

it('begins again for another person, who does not see what the first one did', async () => {
  const { services, tellTab } = await open({ attributes: { payment: 'cancelled' } });
  services.session.read.mockReturnValue(other);
  tellTab(other);
  expect(services.reload).toHaveBeenCalledOnce();
});

it('keeps the account when a refresh fails, and opens nothing again after a sign-out', async () => {
  const { controller, services, failures } = await open({ account: customer });
  services.users.user.mockResolvedValueOnce(fail('OFFLINE'));
  services.onRestored.mock.calls[0]?.[0]();
  await vi.waitFor(() => expect(failures).toHaveBeenCalledOnce());
  expect(controller.state()).toMatchObject({ page: { step: 'open', notice: null } });
  const user = Promise.withResolvers<Awaited<ReturnType<typeof services.users.user>>>();
  services.users.user.mockReturnValueOnce(user.promise);
  services.onRestored.mock.calls[0]?.[0]();
  controller.logOut();
  user.resolve(succeed({ id: 'user-1', integrations: [] }));
  await user.promise;
  expect(controller.state().page).toEqual({ step: 'left', deleted: false });
});

it('ignores the account that it was reading when it was stopped', async () => {
  const { controller, services, element } = buildDashboard();
  const user = Promise.withResolvers<Awaited<ReturnType<typeof services.users.user>>>();
  services.users.user.mockReturnValueOnce(user.promise);
  controller.start?.()();
  expect(services.users.user.mock.calls[0]?.[1]?.aborted).toBe(true);
  user.resolve(fail('TOKEN_EXPIRED'));
  controller.start?.();
  await vi.waitFor(() => expect(element.ready).toHaveBeenCalledOnce());
  expect(services.session.remove).not.toHaveBeenCalled();
});

it('shows what the status call says when Stripe cannot be asked', async () => {
  const { controller, services } = buildDashboard({ account: customer, attributes: { payment: 'managed' } });
  services.billing.refresh.mockResolvedValue(fail('TIMEOUT'));
  controller.start?.();
  const page = { step: 'open', account: { isSubscribed: true, userID: 'user-1', customerID: 'cus_1' } };
  await vi.waitFor(() => expect(controller.state()).toMatchObject({ page }));
});
