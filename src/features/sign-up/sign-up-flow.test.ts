import { describe, expect, it } from 'vitest';
import { checkSignUp, hasAccount, refused, signUpFlow, signUpStart } from './sign-up-flow.ts';

const values = { email: 'parent@mail.example', password: 'eight888', agreement: true, consent: true };

describe('signUpFlow', () => {
  it('goes from a failure back to sending, and on to the end', () => {
    const failed = signUpFlow(signUpStart, { type: 'failed', ...refused({ code: 'TIMEOUT' }) });
    expect(failed).toMatchObject({ step: 'failed', failure: { code: 'TIMEOUT' } });
    expect(signUpFlow(failed, { type: 'sent' })).toEqual({ step: 'submitting' });
    expect(signUpFlow({ step: 'submitting' }, { type: 'reported' })).toEqual({ step: 'done' });
  });

  it('goes on from an account of ours to its payment', () => {
    const account = { session: '{}', userID: 'user', playfabID: 'player' };
    expect(signUpFlow({ step: 'submitting' }, { type: 'account-opened', account })).toEqual({
      step: 'paying',
      account,
      payment: { step: 'opening' },
    });
  });
});

describe('the check before signing up', () => {
  it('passes a complete form', () => {
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
  ] as const)('asks for the required fields: %o', (change, fields) => {
    expect(checkSignUp({ ...values, ...change })).toEqual({
      failure: { code: 'REQUIRED_FIELDS' },
      fields,
      sent: false,
    });
  });

  it('asks for the cookie consent by a sentence of its own', () => {
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
  ])('judges the password %j as typed', (password, code) => {
    expect(checkSignUp({ ...values, password })?.failure.code).toBe(code);
  });

  it.each([{}, { password: '' }, { agreement: false }])(
    'names a mistyped address, whatever else is wrong: %o',
    (change) => {
      expect(checkSignUp({ ...values, email: 'bad@', ...change })).toMatchObject({
        failure: { code: 'InvalidEmailAddress' },
        fields: { email: 'invalid' },
      });
    },
  );
});

describe('an answer of the server', () => {
  it('about a taken address marks the e-mail and offers to sign in', () => {
    expect(refused({ code: 'EmailAddressNotAvailable' }).fields).toEqual({ email: 'taken' });
    expect(hasAccount({ code: 'EmailAddressNotAvailable' })).toBe(true);
    expect(hasAccount({ code: 'TIMEOUT' })).toBe(false);
  });
});
