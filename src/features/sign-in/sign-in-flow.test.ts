import { describe, expect, it } from 'vitest';
import { requestFailed } from '../shared/form-error.ts';
import { checkSignIn, signInFailed, signInFlow, type SignInEvent, signInStart } from './controller.ts';

const after = (...events: SignInEvent[]) => events.reduce(signInFlow, signInStart);
const offline = requestFailed({ code: 'OFFLINE' }, {});

describe('signInFlow', () => {
  it('keeps the form during a request', () => {
    expect(after({ type: 'sent' }, { type: 'password-forgotten' })).toEqual({ step: 'submitting' });
    const recovering = after({ type: 'password-forgotten' }, { type: 'sent' });
    expect(signInFlow(recovering, { type: 'password-remembered' })).toBe(recovering);
  });

  it('shows no old failure in a form that is opened again', () => {
    expect(
      after({ type: 'failed', ...offline }, { type: 'password-forgotten' }, { type: 'password-remembered' }),
    ).toEqual({ step: 'editing' });
  });
});

describe('the check before signing in', () => {
  const values = { email: 'parent@mail.example', password: 'old' };

  it('accepts an old short password', () => {
    expect(checkSignIn(values, true)).toBeNull();
  });

  it.each([
    [{ ...values, email: '' }, true, { email: 'missing' }],
    [{ ...values, password: '' }, true, { password: 'missing' }],
    [values, false, { cookies: 'missing' }],
    [{ email: '', password: '' }, false, { email: 'missing', password: 'missing', cookies: 'missing' }],
  ] as const)('requires all fields: %o, consent %s', (typed, consent, fields) => {
    expect(checkSignIn(typed, consent)).toEqual({ failure: { code: 'ALL_FIELDS_REQUIRED' }, fields, sent: false });
  });

  it('rejects an invalid email', () => {
    expect(checkSignIn({ ...values, email: 'parent@' }, true)?.failure.code).toBe('InvalidEmailAddress');
    expect(checkSignIn({ email: 'bad@', password: '' }, false)).toMatchObject({
      failure: { code: 'InvalidEmailAddress' },
      fields: { email: 'invalid', password: 'missing', cookies: 'missing' },
    });
  });
});

describe('a code of a password reset', () => {
  const values = { email: 'parent@mail.example', password: 'old' };
  const failure = { code: 'SIGN_IN_CODE_REQUIRED' } as const;

  it('is wrong only if it was asked for', () => {
    expect(signInFailed(failure, values)).toEqual({ failure, fields: {}, sent: true });
    expect(signInFailed(failure, { ...values, code: 'wrong' }).fields).toEqual({ code: 'refused' });
  });
});
