import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { done, fail, succeed } from '../../lib/result.ts';
import { type FakeElement, fakeElement, formData } from '../shared/testing/fake-element.ts';
import { checkSignIn, createSignInController, type SignInController, type SignInServices } from './controller.ts';

const result: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };
const filled = { email: ' parent@mail.example ', password: ' my secret ' };

describe('the sign-in controller, without a DOM', () => {
  let signIn: ReturnType<typeof vi.fn<SignInServices['signIn']>>;
  let sendRecoveryMail: ReturnType<typeof vi.fn<SignInServices['sendRecoveryMail']>>;
  let element: FakeElement;
  let controller: SignInController;
  let given: boolean;
  const giveNecessary = vi.fn(() => void (given = true));
  const open = (kind: FormMode['kind'] = 'widget') => {
    element = fakeElement(kind, { origin: 'web2wave' });
    const consent = { given: () => given, giveNecessary, subscribe: () => () => {} };
    controller = createSignInController({ signIn, sendRecoveryMail, consent }, element);
  };
  const idle = () => vi.waitFor(() => expect(controller.isBusy()).toBe(false));

  beforeEach(() => {
    signIn = vi.fn<SignInServices['signIn']>().mockResolvedValue(succeed(result));
    sendRecoveryMail = vi.fn<SignInServices['sendRecoveryMail']>().mockResolvedValue(done);
    given = true;
    giveNecessary.mockClear();
    open();
  });

  it('tells the partner’s page each step, with the code of a failure and without what was typed', async () => {
    signIn.mockResolvedValueOnce(fail('InvalidEmailOrPassword'));
    controller.submit(formData(filled));
    await idle();
    controller.submit(formData(filled));
    await idle();
    const credentials = { email: 'parent@mail.example', password: ' my secret ', language: 'en', keep: false };
    expect(signIn.mock.calls[0]?.[0]).toEqual({ ...credentials, partner: 'web2wave' });
    // The page leaves when the sign-in is reported.
    expect(element.recordConversion).toHaveBeenCalledExactlyOnceWith('sign_in');
    expect(element.recordConversion).toHaveBeenCalledBefore(element.succeeded);
    const told = element.step.mock.calls.map(([detail]) => detail).filter(({ step }) => step !== 'shown');
    const form = 'sign-in';
    expect(told).toEqual([
      { step: 'submitted', form },
      { step: 'failed', form, code: 'InvalidEmailOrPassword' },
      { step: 'submitted', form },
      { step: 'succeeded', form },
    ]);
    expect(element.succeeded).toHaveBeenCalledExactlyOnceWith(result);
  });

  it('tells that the form itself found a mistake, keeps it when the page is restored, and tells which form is shown', () => {
    controller.submit(formData({ email: '', password: '' }));
    expect(element.step).toHaveBeenLastCalledWith({ step: 'failed', form: 'sign-in', code: 'ALL_FIELDS_REQUIRED' });
    controller.restored();
    expect(controller.state().form.step).toBe('failed');
    controller.openRecovery('');
    expect(element.step).toHaveBeenLastCalledWith({ step: 'shown', form: 'recovery' });
    controller.closeRecovery('');
    expect(controller.state().form).toEqual({ step: 'editing' });
  });

  it('asks for the code of a password reset only when the server requires it, and sends it trimmed', async () => {
    signIn.mockResolvedValue(fail('SIGN_IN_CODE_REQUIRED'));
    controller.submit(formData({ ...filled, code: 'not asked for' }));
    await idle();
    expect(signIn.mock.calls[0]?.[0].code).toBeUndefined();
    expect(controller.state()).toMatchObject({ form: { step: 'failed', fields: {} }, asksCode: true });

    controller.submit(formData({ ...filled, code: ' ' }));
    expect(controller.state().form).toMatchObject({ step: 'failed', fields: { code: 'missing' }, sent: false });
    controller.submit(formData({ ...filled, code: ' wrong ' }));
    await idle();
    expect(signIn.mock.calls[1]?.[0].code).toBe('wrong');
    expect(controller.state().form).toMatchObject({ step: 'failed', fields: { code: 'refused' } });

    signIn.mockResolvedValue(succeed(result));
    controller.submit(formData({ ...filled, code: 'K7QM-2XPD' }));
    await idle();
    expect(controller.state().form).toEqual({ step: 'done' });
  });
});

describe('the check before signing in', () => {
  const values = { email: 'parent@mail.example', password: 'old' };

  it('accepts an old short password', () => {
    expect(checkSignIn(values, true)).toBeNull();
  });

  it.each([
    ['ALL_FIELDS_REQUIRED', { ...values, email: '' }, true, { email: 'missing' }],
    ['ALL_FIELDS_REQUIRED', { ...values, password: '' }, true, { password: 'missing' }],
    ['ALL_FIELDS_REQUIRED', values, false, { cookies: 'missing' }],
    [
      'ALL_FIELDS_REQUIRED',
      { email: '', password: '' },
      false,
      { email: 'missing', password: 'missing', cookies: 'missing' },
    ],
    ['InvalidEmailAddress', { ...values, email: 'parent@' }, true, { email: 'invalid' }],
    [
      'InvalidEmailAddress',
      { email: 'bad@', password: '' },
      false,
      { email: 'invalid', password: 'missing', cookies: 'missing' },
    ],
  ] as const)('answers %s to %o with consent %s', (code, typed, consent, fields) => {
    expect(checkSignIn(typed, consent)).toEqual({ failure: { code }, fields, sent: false });
  });
});
