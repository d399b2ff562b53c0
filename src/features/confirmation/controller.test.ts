import { describe, expect, it, vi } from 'vitest';
import type { Session } from '../../contracts/session.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import type { SubscriptionSummary } from '../../services/billing/subscription-answer.ts';
import { aSubscription, signInResponse } from '../../services/testing/builders.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { type ConfirmationServices, createConfirmationController, membershipOf } from './controller.ts';

const subscribed = (changes: Parameters<typeof aSubscription>[0]) =>
  succeed({ isSubscribed: true, subscription: aSubscription(changes) });

describe('the state of the membership', () => {
  it('describes a trial with its end', () => {
    const currentPeriodEnd = '2026-11-28T10:00:00.000Z';
    expect(membershipOf(subscribed({ status: 'trialing', currentPeriodEnd }))).toEqual({
      kind: 'trial',
      until: currentPeriodEnd,
    });
  });

  it('describes a person who pays immediately as active, also when the store reports nothing else', () => {
    expect(membershipOf(subscribed({ status: 'active' }))).toEqual({ kind: 'active' });
    expect(membershipOf(succeed({ isSubscribed: true, subscription: null }))).toEqual({ kind: 'active' });
  });

  it('describes nobody as active before the payment is complete', () => {
    expect(membershipOf(succeed({ isSubscribed: false, subscription: null }))).toEqual({ kind: 'pending' });
    expect(membershipOf(subscribed({ status: 'past_due' }))).toEqual({ kind: 'pending' });
  });

  it('describes the membership as unknown, and never "subscribed", when the servers cannot be reached', () => {
    expect(membershipOf(fail('SERVICE_UNAVAILABLE'))).toEqual({ kind: 'unknown' });
  });
});

const session: Session = { ...signInResponse(), token: 'A'.repeat(43), email: 'parent@mail.example' };
const other: Session = { ...session, token: 'B'.repeat(43) };
const active = { isSubscribed: true, subscription: aSubscription({ status: 'active' }) };

const open = (stored: Session | null = session) => {
  const unsubscribe = vi.fn();
  const renewal = { leave: vi.fn(), stop: vi.fn() };
  const services = {
    session: { read: vi.fn(() => stored), remove: vi.fn(), subscribe: vi.fn(() => unsubscribe) },
    billing: { refresh: vi.fn<ConfirmationServices['billing']['refresh']>(async () => succeed(active)) },
    startRenewal: vi.fn<ConfirmationServices['startRenewal']>(() => renewal),
  } satisfies ConfirmationServices;
  const element = fakeElement();
  return {
    controller: createConfirmationController(services, element),
    services,
    element,
    renewal,
    unsubscribe,
  };
};

describe('the controller of the page after a purchase, without a DOM', () => {
  it.each([
    ['without a session', null, 'cs_test_1'],
    ['without a checkout', session, undefined],
  ])('is ready at once %s, and asks nothing', (_, stored, checkout) => {
    const { controller, element, services } = open(stored);
    controller.check(checkout);
    expect(element.ready).toHaveBeenCalledOnce();
    expect(element.emit).not.toHaveBeenCalled();
    expect(services.billing.refresh).not.toHaveBeenCalled();
  });

  it('tells the result of the checkout, and is ready then', async () => {
    const { controller, element } = open();
    controller.check('cs_test_1');
    expect(element.ready).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(element.ready).toHaveBeenCalledOnce());
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('membership-checked', { kind: 'active' });
  });

  it('tells nothing about a checkout that is no longer asked for', async () => {
    const { controller, element, services } = open();
    const first = Promise.withResolvers<Result<SubscriptionSummary>>();
    services.billing.refresh.mockReturnValueOnce(first.promise);
    const abort = controller.check('cs_test_1');
    abort();
    first.resolve(fail('TOKEN_EXPIRED'));
    controller.check('cs_test_2');
    await vi.waitFor(() => expect(element.ready).toHaveBeenCalledOnce());
    expect(services.billing.refresh.mock.calls[0]?.[1]?.aborted).toBe(true);
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('membership-checked', { kind: 'active' });
    expect(services.session.remove).not.toHaveBeenCalled();
  });

  it('follows the session from its start to its end, and starts again', () => {
    const { controller, services, renewal, unsubscribe } = open();
    services.session.read.mockReturnValue(other);
    const stop = controller.start?.();
    expect(controller.state()).toBe(other);
    controller.tokenLeaves();
    expect(renewal.leave).toHaveBeenCalledOnce();
    stop?.();
    expect(renewal.stop).toHaveBeenCalledOnce();
    expect(unsubscribe).toHaveBeenCalledOnce();
    controller.start?.();
    expect(services.startRenewal).toHaveBeenCalledTimes(2);
  });
});
