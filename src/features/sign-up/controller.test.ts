import { expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import { fail, succeed } from '../../lib/result.ts';
import { signInResponse } from '../../services/testing/builders.ts';
import { fakeConsent, fakeElement, formData } from '../shared/testing/fake-element.ts';
import { checkSignUp, createSignUpController, registerOrResume, type SignUpFormServices } from './controller.ts';

const account: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };
const filled = { email: 'parent@mail.example', password: 'eight888', agreement: 'on', cookies: 'on' };

const open = () => {
  const signUp = vi.fn<SignUpFormServices['signUp']>().mockResolvedValue(succeed(account));
  const purchase = vi.fn<SignUpFormServices['purchase']>();
  const element = fakeElement();
  const services = { signUp, purchase, shownPrice: () => '', visit: vi.fn(), consent: fakeConsent() };
  const controller = createSignUpController(services, element);
  const submit = async (fields: Record<string, string> = filled) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, element, signUp, submit };
};

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

const values = { email: 'parent@mail.example', password: 'eight888', agreement: true, consent: true };

const nothing = { email: '', password: 'short', agreement: false, consent: false };
const missing = { email: 'missing', password: 'short', agreement: 'missing', cookies: 'missing' };
it.each([
  [{ email: '' }, 'REQUIRED_FIELDS', { email: 'missing' }],
  [{ password: '' }, 'REQUIRED_FIELDS', { password: 'missing' }],
  [{ agreement: false }, 'REQUIRED_FIELDS', { agreement: 'missing' }],
  [nothing, 'REQUIRED_FIELDS', missing],
  [{ consent: false }, 'COOKIE_CONSENT_REQUIRED', { cookies: 'missing' }],
  [{ password: 'seven77' }, 'PASSWORD_TOO_SHORT', { password: 'short' }],
  [{ password: 'a'.repeat(101) }, 'PASSWORD_TOO_LONG', { password: 'long' }],
  [{ email: 'bad@' }, 'InvalidEmailAddress', { email: 'invalid' }],
  [{ email: 'bad@', password: '' }, 'InvalidEmailAddress', { email: 'invalid', password: 'missing' }],
  [{ email: 'bad@', agreement: false }, 'InvalidEmailAddress', { email: 'invalid', agreement: 'missing' }],
] as const)('rejects %o with %s', (change, code, fields) => {
  expect(checkSignUp({ ...values, ...change })).toEqual({ failure: { code }, fields, sent: false });
});

it.each(['eight888', '  pass  ', '🦊🦉🐢🐙', 'a'.repeat(100)])('accepts the password %j as typed', (password) => {
  expect(checkSignUp({ ...values, password })).toBeNull();
});

const taken = fail('EmailAddressNotAvailable');
const answered = succeed(signInResponse());

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

it('reports why the account of the first attempt could not be continued', async () => {
  const register = vi.fn().mockResolvedValueOnce(answered).mockResolvedValue(taken);
  const late = fail('TIMEOUT');
  const attempt = registerOrResume({ signIn: vi.fn().mockResolvedValue(late) }, { register });
  await attempt('parent@mail.example', 'eight888');
  expect(await attempt('parent@mail.example', 'eight888')).toBe(late);
});

it('reports that the email is taken when the password is a different one', async () => {
  const register = vi.fn().mockResolvedValueOnce(answered).mockResolvedValue(taken);
  const attempt = registerOrResume({ signIn: vi.fn().mockResolvedValue(fail('InvalidEmailOrPassword')) }, { register });
  await attempt('parent@mail.example', 'eight888');
  expect(await attempt('parent@mail.example', 'another8')).toBe(taken);
});

it('signs no one in to the account of another person', async () => {
  const signIn = vi.fn();
  const attempt = registerOrResume({ signIn }, { register: vi.fn().mockResolvedValue(taken) });
  await attempt('somebody@mail.example', 'eight888');
  expect(await attempt('somebody@mail.example', 'eight888')).toBe(taken);
  expect(signIn).not.toHaveBeenCalled();
});
