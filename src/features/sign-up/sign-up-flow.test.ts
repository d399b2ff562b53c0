import { describe, expect, it } from 'vitest';
import { requestFailed } from '../shared/form-error.ts';
import { checkSignUp, signUpFieldsOf, hasAccount, signUpFlow, signUpStart } from './controller.ts';

const values = { email: 'parent@mail.example', password: 'eight888', agreement: true, consent: true };

describe('signUpFlow', () => {
  it('goes from a failure back to sending, and on to the end', () => {
    const failed = signUpFlow(signUpStart, { type: 'failed', ...requestFailed({ code: 'TIMEOUT' }, {}) });
    expect(failed).toMatchObject({ step: 'failed', failure: { code: 'TIMEOUT' } });
    expect(signUpFlow(failed, { type: 'sent' })).toEqual({ step: 'submitting' });
    expect(signUpFlow({ step: 'submitting' }, { type: 'reported' })).toEqual({ step: 'done' });
  });

  it('continues from an open account to its payment', () => {
    const account = { session: '{}', userID: 'user', playfabID: 'player' };
    expect(signUpFlow({ step: 'submitting' }, { type: 'account-opened', account })).toEqual({
      step: 'paying',
      account,
      payment: { step: 'opening' },
    });
  });
});

describe('the check before signing up', () => {
  it('accepts a complete form', () => {
    expect(checkSignUp(values)).toBeNull();
  });

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

  it('asks for the cookie consent with a separate message', () => {
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

describe('a response of the server to a sign-up', () => {
  it('marks the email when it is taken, and offers to sign in', () => {
    expect(signUpFieldsOf({ code: 'EmailAddressNotAvailable' })).toEqual({ email: 'taken' });
    expect(hasAccount({ code: 'EmailAddressNotAvailable' })).toBe(true);
    expect(hasAccount({ code: 'TIMEOUT' })).toBe(false);
  });
});
