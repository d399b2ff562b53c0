import { describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import { fail, succeed } from '../../lib/result.ts';
import { signInResponse } from '../../services/testing/builders.ts';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import { checkSignUp, createSignUpController, registerOrResume, type SignUpServices } from './controller.ts';

const account: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };
const filled = { email: 'parent@mail.example', password: 'eight888', agreement: 'on', cookies: 'on' };

const open = () => {
  const signUp = vi.fn<SignUpServices['signUp']>().mockResolvedValue(succeed(account));
  const purchase = vi.fn<SignUpServices['purchase']>();
  const element = fakeElement();
  const consent = { given: () => true, giveNecessary: vi.fn(), subscribe: () => () => {} };
  const controller = createSignUpController({ signUp, purchase, visit: vi.fn(), consent }, element);
  const submit = async (fields: Record<string, string> = filled) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, element, signUp, submit };
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
    const attempt = registerOrResume({ signIn }, { register });
    await attempt('parent@mail.example', 'eight888');
    expect(await attempt('parent@mail.example', 'eight888')).toBe(answered);
    expect(signIn).toHaveBeenCalledExactlyOnceWith('parent@mail.example', 'eight888', undefined);
  });

  it('reports that the email is taken when the password is a different one', async () => {
    const register = vi.fn().mockResolvedValueOnce(answered).mockResolvedValue(taken);
    const attempt = registerOrResume(
      { signIn: vi.fn().mockResolvedValue(fail('InvalidEmailOrPassword')) },
      { register },
    );
    await attempt('parent@mail.example', 'eight888');
    expect(await attempt('parent@mail.example', 'another8')).toBe(taken);
  });

  it('signs nobody in to the account of another person', async () => {
    const signIn = vi.fn();
    const attempt = registerOrResume({ signIn }, { register: vi.fn().mockResolvedValue(taken) });
    await attempt('somebody@mail.example', 'eight888');
    expect(await attempt('somebody@mail.example', 'eight888')).toBe(taken);
    expect(signIn).not.toHaveBeenCalled();
  });
});
