import { describe, expect, it, vi } from 'vitest';
import { fail, succeed } from '../../lib/result.ts';
import type { Identity } from '../../services/identity/identity.ts';
import type { BillingClient } from '../../services/billing/billing.ts';
import { signInResponse } from '../../services/testing/builders.ts';
import type { UsersClient } from '../../services/users/users.ts';
import { assembleSignUp } from './controller.ts';

const build = () => {
  const order: string[] = [];
  const step =
    <T>(name: string, value: T) =>
    () => {
      order.push(name);
      return value;
    };
  const done = succeed(undefined);
  const registered = succeed({});
  const addOrUpdateUser = vi.fn<Identity['addOrUpdateUser']>(
    step('addOrUpdateUser', Promise.resolve(succeed({ userID: 'user' }))),
  );
  const registerToken = vi.fn<UsersClient['registerToken']>(step('PUT integrations', Promise.resolve(registered)));
  const linkCustomId = vi.fn<Identity['linkCustomId']>(step('LinkCustomID', Promise.resolve(done)));
  const purchase = vi.fn<BillingClient['purchase']>(
    step('purchaseSession', Promise.resolve(succeed('https://checkout.stripe.com/c/pay/1'))),
  );
  const services = assembleSignUp({
    identity: {
      signIn: vi.fn(),
      register: step('RegisterPlayFabUser', Promise.resolve(succeed(signInResponse()))),
      keepContactAddress: step('AddOrUpdateContactEmail', Promise.resolve(done)),
      linkCustomId,
      addOrUpdateUser,
    },
    users: { registerToken },
    billing: { purchase },
    visit: () => {},
    store: { write: step('store', true) },
    consent: { given: () => true, giveNecessary: () => {}, subscribe: () => () => {} },
  });
  const signUp = (keep: boolean) =>
    services.signUp(
      {
        email: 'parent@mail.example',
        password: 'secret',
        language: 'fr',
        keep,
        onUserRecord: step('sign_up', undefined),
      },
      new AbortController().signal,
    );
  return { order, signUp, services, purchase, addOrUpdateUser, registerToken, linkCustomId };
};

describe('signing up', () => {
  it('makes the specified calls, and creates the account', async () => {
    const { order, signUp, addOrUpdateUser } = build();
    const result = await signUp(true);
    expect(order).toEqual([
      'RegisterPlayFabUser',
      'AddOrUpdateContactEmail',
      'LinkCustomID',
      'addOrUpdateUser',
      'sign_up',
      'PUT integrations',
      'store',
    ]);
    expect(addOrUpdateUser).toHaveBeenCalledExactlyOnceWith(
      signInResponse(),
      expect.objectContaining({ newParentPortalAccount: true, lang: 'fr', userApiVersion: '2.0' }),
      expect.any(AbortSignal),
    );
    expect(result).toMatchObject({ ok: true, value: { userID: 'user', playfabID: signInResponse().data.PlayFabId } });
  });

  it('records nothing when the user record was not created', async () => {
    const { order, signUp, addOrUpdateUser } = build();
    addOrUpdateUser.mockResolvedValue(fail('SERVICE_UNAVAILABLE'));
    expect(await signUp(true)).toEqual(fail('SERVICE_UNAVAILABLE'));
    expect(order).toEqual(['RegisterPlayFabUser', 'AddOrUpdateContactEmail', 'LinkCustomID']);
  });

  it('stores nothing when the token was not registered, and stores the session after a retry', async () => {
    const { order, signUp, registerToken } = build();
    registerToken.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    expect(await signUp(true)).toEqual(fail('SERVICE_UNAVAILABLE'));
    expect(order).not.toContain('store');
    expect((await signUp(true)).ok).toBe(true);
    expect(order.at(-1)).toBe('store');
  });

  it('requests the payment page with the new account and its own token', async () => {
    const { order, signUp, services, purchase, registerToken } = build();
    const opened = await signUp(true);
    if (!opened.ok) return expect.fail();
    const signal = new AbortController().signal;
    await services.openPayment(opened.value, { language: 'fr', coupon: 'ETE' }, signal);
    expect(order.at(-1)).toBe('purchaseSession');
    const token = registerToken.mock.calls[0]?.[0];
    expect(purchase).toHaveBeenCalledExactlyOnceWith(
      { userID: 'user', token, language: 'fr', coupon: 'ETE' },
      expect.any(AbortSignal),
    );
  });

  it('ends within 15 seconds of the press, the payment page included; a retry has a separate deadline', async () => {
    vi.useFakeTimers();
    const { signUp, services, purchase, registerToken } = build();
    registerToken.mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve(succeed({})), 10_000)));
    const signals: (AbortSignal | undefined)[] = [];
    purchase.mockImplementation((_, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const opening = signUp(true);
    await vi.advanceTimersByTimeAsync(10_000);
    const opened = await opening;
    if (!opened.ok) return expect.fail();
    for (let tries = 0; tries < 2; tries += 1) {
      void services.openPayment(opened.value, { language: 'fr' }, new AbortController().signal);
    }
    await vi.advanceTimersByTimeAsync(3500);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1500);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
    vi.useRealTimers();
  });
});
