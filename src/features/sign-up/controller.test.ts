import { describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { fail, succeed } from '../../lib/result.ts';
import type { BillingClient } from '../../services/billing/billing.ts';
import type { Identity } from '../../services/identity/identity.ts';
import { signInResponse } from '../../services/testing/builders.ts';
import type { UsersClient } from '../../services/users/users.ts';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import {
  assembleSignUp,
  checkSignUp,
  createSignUpController,
  registerOrResume,
  type SignUpServices,
} from './controller.ts';

const account: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };
const paymentPage = 'https://checkout.stripe.com/c/pay/cs_test_1';
const filled = { email: 'parent@mail.example', password: 'eight888', agreement: 'on', cookies: 'on' };

const open = (kind: FormMode['kind'] = 'first-party', consented = true) => {
  const signUp = vi.fn<SignUpServices['signUp']>().mockResolvedValue(succeed(account));
  const openPayment = vi.fn<SignUpServices['openPayment']>().mockResolvedValue(succeed(paymentPage));
  const visit = vi.fn();
  const giveNecessary = vi.fn();
  const element = fakeElement(kind, { coupon: 'ETE' });
  const consent = { given: () => consented, giveNecessary, subscribe: () => () => {} };
  const controller = createSignUpController({ signUp, openPayment, visit, consent }, element);
  const submit = async (fields: Record<string, string> = filled) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, element, signUp, openPayment, visit, giveNecessary, submit };
};

describe('the sign-up controller, without a DOM', () => {
  it('records the conversion when the user record exists, and only once when that sign-up is retried', async () => {
    const { element, signUp, submit } = open();
    signUp.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    await submit();
    expect(element.recordConversion).not.toHaveBeenCalled();
    signUp.mockImplementation(async ({ onUserRecord }) => {
      onUserRecord?.();
      return fail('SERVICE_UNAVAILABLE');
    });
    await submit();
    await submit();
    expect(element.recordConversion).toHaveBeenCalledExactlyOnceWith('sign_up');
    await submit({ ...filled, email: 'other@mail.example' });
    expect(element.recordConversion).toHaveBeenCalledTimes(2);
  });

  it('ignores a submit during a request and after its success, even an incomplete one', async () => {
    const { controller, element, signUp, submit } = open('widget');
    controller.submit(formData(filled));
    controller.submit(formData({ email: '' }));
    expect(controller.state()).toEqual({ step: 'submitting' });
    await vi.waitFor(() => expect(controller.state()).toEqual({ step: 'done' }));
    await submit();
    expect(signUp).toHaveBeenCalledOnce();
    expect(element.succeeded).toHaveBeenCalledOnce();
  });
});

const values = { email: 'parent@mail.example', password: 'eight888', agreement: true, consent: true };

describe('the check before signing up', () => {
  it.each([
    [{ email: '' }, { email: 'missing' }],
    [{ password: '' }, { password: 'missing' }],
    [{ agreement: false }, { agreement: 'missing' }],
    [
      { email: '', password: 'short', agreement: false, consent: false },
      { email: 'missing', password: 'short', agreement: 'missing', cookies: 'missing' },
    ],
  ] as const)('requires the fields: %o', (change, fields) => {
    expect(checkSignUp({ ...values, ...change })).toEqual({
      failure: { code: 'REQUIRED_FIELDS' },
      fields,
      sent: false,
    });
  });

  it('accepts a complete form, and asks for the cookie consent with a separate message', () => {
    expect(checkSignUp(values)).toBeNull();
    expect(checkSignUp({ ...values, consent: false })).toMatchObject({
      failure: { code: 'COOKIE_CONSENT_REQUIRED' },
      fields: { cookies: 'missing' },
    });
  });

  it.each([
    ['seven77', 'PASSWORD_TOO_SHORT'],
    ['  pass  ', undefined],
    ['🦊🦉🐢🐙', undefined],
    ['a'.repeat(100), undefined],
    ['a'.repeat(101), 'PASSWORD_TOO_LONG'],
  ])('checks the password %j as typed', (password, code) => {
    expect(checkSignUp({ ...values, password })?.failure.code).toBe(code);
  });

  it.each([{}, { password: '' }, { agreement: false }])(
    'reports an invalid email, in addition to any other problem: %o',
    (change) => {
      expect(checkSignUp({ ...values, email: 'bad@', ...change })).toMatchObject({
        failure: { code: 'InvalidEmailAddress' },
        fields: { email: 'invalid' },
      });
    },
  );
});

const taken = fail('EmailAddressNotAvailable');
const answered = succeed(signInResponse());

describe('a registration that is retried', () => {
  it.each([
    ['a later step had failed', answered],
    ['the response was lost', fail('TIMEOUT')],
  ])('continues with the account of the first attempt when %s', async (_, first) => {
    const register = vi.fn().mockResolvedValueOnce(first).mockResolvedValue(taken);
    const signIn = vi.fn().mockResolvedValue(answered);
    const attempt = registerOrResume({ register, signIn });
    await attempt('parent@mail.example', 'eight888');
    expect(await attempt('parent@mail.example', 'eight888')).toBe(answered);
    expect(signIn).toHaveBeenCalledExactlyOnceWith('parent@mail.example', 'eight888', undefined);
  });

  it('reports that the email is taken when the password is a different one', async () => {
    const register = vi.fn().mockResolvedValueOnce(answered).mockResolvedValue(taken);
    const attempt = registerOrResume({ register, signIn: vi.fn().mockResolvedValue(fail('InvalidEmailOrPassword')) });
    await attempt('parent@mail.example', 'eight888');
    expect(await attempt('parent@mail.example', 'another8')).toBe(taken);
  });

  it('signs nobody in to the account of another person', async () => {
    const signIn = vi.fn();
    const attempt = registerOrResume({ register: vi.fn().mockResolvedValue(taken), signIn });
    await attempt('somebody@mail.example', 'eight888');
    expect(await attempt('somebody@mail.example', 'eight888')).toBe(taken);
    expect(signIn).not.toHaveBeenCalled();
  });
});

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
  const purchase = vi.fn<BillingClient['purchase']>(
    step('purchaseSession', Promise.resolve(succeed('https://checkout.stripe.com/c/pay/1'))),
  );
  const services = assembleSignUp({
    identity: {
      signIn: vi.fn(),
      register: step('RegisterPlayFabUser', Promise.resolve(succeed(signInResponse()))),
      keepContactAddress: step('AddOrUpdateContactEmail', Promise.resolve(done)),
      linkCustomId: step('LinkCustomID', Promise.resolve(done)),
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
  return { order, signUp, services, purchase, addOrUpdateUser, registerToken };
};

describe('signing up', () => {
  it('makes the specified calls, creates the account, and requests the payment page with its token', async () => {
    const { order, signUp, services, addOrUpdateUser, purchase, registerToken } = build();
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
    if (!result.ok) return;
    await services.openPayment(result.value, { language: 'fr', coupon: 'ETE' }, new AbortController().signal);
    const token = registerToken.mock.calls[0]?.[0];
    const wanted = { userID: 'user', token, language: 'fr', coupon: 'ETE' };
    expect(purchase).toHaveBeenCalledExactlyOnceWith(wanted, expect.any(AbortSignal));
  });

  it('stores and records nothing after a failure, and stores the session after a retry', async () => {
    const { order, signUp, addOrUpdateUser, registerToken } = build();
    addOrUpdateUser.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    expect(await signUp(true)).toEqual(fail('SERVICE_UNAVAILABLE'));
    expect(order).not.toContain('sign_up');
    registerToken.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    expect(await signUp(true)).toEqual(fail('SERVICE_UNAVAILABLE'));
    expect(order).not.toContain('store');
    expect((await signUp(true)).ok).toBe(true);
    expect(order.at(-1)).toBe('store');
  });
});
