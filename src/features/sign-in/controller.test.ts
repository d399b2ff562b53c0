import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { done, fail, type Result, succeed } from '../../lib/result.ts';
import { type FakeElement, fakeElement, formData } from '../shared/testing/fake-element.ts';
import { createSignInController, type SignInController, type SignInServices } from './controller.ts';

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

  it('signs in with the trimmed email and the password as it was typed', async () => {
    controller.submit(formData(filled));
    expect(controller.state().form).toEqual({ step: 'submitting' });
    await idle();
    expect(signIn.mock.calls[0]?.[0]).toEqual({
      email: 'parent@mail.example',
      password: ' my secret ',
      language: 'en',
      keep: false,
      partner: 'web2wave',
    });
    expect(element.succeeded).toHaveBeenCalledExactlyOnceWith(result);
    expect(controller.state().form).toEqual({ step: 'done' });
  });

  it('tells the partner’s page each step, with the code of a failure and without what was typed', async () => {
    signIn.mockResolvedValueOnce(fail('InvalidEmailOrPassword'));
    controller.submit(formData(filled));
    await idle();
    controller.submit(formData(filled));
    await idle();
    const told = element.step.mock.calls.map(([detail]) => detail).filter(({ step }) => step !== 'shown');
    const form = 'sign-in';
    expect(told).toEqual([
      { step: 'submitted', form },
      { step: 'failed', form, code: 'InvalidEmailOrPassword' },
      { step: 'submitted', form },
      { step: 'succeeded', form },
    ]);
  });

  it('tells that the form itself found a mistake, and which form is shown', () => {
    controller.submit(formData({ email: '', password: '' }));
    expect(element.step).toHaveBeenLastCalledWith({ step: 'failed', form: 'sign-in', code: 'ALL_FIELDS_REQUIRED' });
    controller.openRecovery('');
    expect(element.step).toHaveBeenLastCalledWith({ step: 'shown', form: 'recovery' });
  });

  it('records the sign-in before it reports it, because the page leaves then', async () => {
    controller.submit(formData(filled));
    await idle();
    expect(element.recordConversion).toHaveBeenCalledExactlyOnceWith('sign_in');
    expect(element.recordConversion).toHaveBeenCalledBefore(element.succeeded);
  });

  it('ignores a submit after the success', async () => {
    controller.submit(formData(filled));
    await idle();
    controller.submit(formData(filled));
    await idle();
    expect(signIn).toHaveBeenCalledOnce();
    expect(element.succeeded).toHaveBeenCalledOnce();
  });

  it('signs in again when the visitor returns to the page after a success', async () => {
    controller.submit(formData(filled));
    await idle();
    const changed = vi.fn();
    controller.subscribe(changed);
    controller.restored();
    expect(changed).toHaveBeenCalledOnce();
    expect(controller.state()).toBe(controller.initialState());
    controller.submit(formData(filled));
    await idle();
    expect(element.succeeded).toHaveBeenCalledTimes(2);
  });

  it('keeps a failure when the visitor returns to the page', () => {
    controller.submit(formData({ email: '' }));
    controller.restored();
    expect(controller.state().form.step).toBe('failed');
  });

  it('can be submitted again after its request was aborted', async () => {
    signIn.mockReturnValueOnce(new Promise(() => {}));
    controller.submit(formData(filled));
    controller.abort();
    expect(controller.state()).toBe(controller.initialState());
    controller.submit(formData(filled));
    await idle();
    expect(element.succeeded).toHaveBeenCalledOnce();
  });

  it('ignores an incomplete submit during a request', () => {
    signIn.mockReturnValue(new Promise(() => {}));
    controller.submit(formData(filled));
    controller.submit(formData({ email: '' }));
    expect(controller.state().form).toEqual({ step: 'submitting' });
  });

  it('ignores a button that it does not know', () => {
    controller.press('something-else', formData({ email: 'typed@mail.example' }));
    expect(controller.state()).toBe(controller.initialState());
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

  it('delivers no failure to a listener that has left', async () => {
    const left = vi.fn();
    controller.onFailure(left)();
    controller.submit(formData({ email: '' }));
    const next = vi.fn();
    controller.onFailure(next);
    expect(left).not.toHaveBeenCalled();
    expect(next).toHaveBeenCalledExactlyOnceWith({ code: 'ALL_FIELDS_REQUIRED' });
  });

  it('aborts the request and reports nothing after the element was removed', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<AuthResult>>();
    signIn.mockReturnValue(promise);
    controller.submit(formData(filled));
    controller.abort();
    expect(signIn.mock.calls[0]?.[1].aborted).toBe(true);
    resolve(succeed(result));
    await promise;
    expect(element.succeeded).not.toHaveBeenCalled();
  });
});
