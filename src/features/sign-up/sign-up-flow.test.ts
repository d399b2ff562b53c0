import { describe, expect, it } from 'vitest';
import { checkSignUp } from './controller.ts';

const values = { email: 'parent@mail.example', password: 'eight888', agreement: true, consent: true };

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
