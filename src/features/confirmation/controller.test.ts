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
  const until = '2026-11-28T10:00:00.000Z';
  it.each([
    ['a trial', subscribed({ status: 'trialing', currentPeriodEnd: until }), { kind: 'trial', until }],
    ['a person who pays immediately', subscribed({ status: 'active' }), { kind: 'active' }],
    ['a store that reports nothing else', succeed({ isSubscribed: true, subscription: null }), { kind: 'active' }],
    ['no payment yet', succeed({ isSubscribed: false, subscription: null }), { kind: 'pending' }],
    ['a payment that is due', subscribed({ status: 'past_due' }), { kind: 'pending' }],
    ['servers that cannot be reached', fail('SERVICE_UNAVAILABLE'), { kind: 'unknown' }],
  ])('describes %s', (_, answer, membership) => {
    expect(membershipOf(answer)).toEqual(membership);
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
