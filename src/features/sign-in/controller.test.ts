import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { done, fail, type Result, succeed } from '../../lib/result.ts';
import { type FakeElement, fakeElement, formData } from '../shared/testing/fake-element.ts';
import {
  createSignInController,
  openRecoveryAction,
  type SignInController,
  type SignInServices,
} from './controller.ts';

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

  it('submits once, even when it is called repeatedly', async () => {
    for (let times = 0; times < 3; times += 1) controller.submit(formData(filled));
    await idle();
    expect(signIn).toHaveBeenCalledOnce();
    expect(element.succeeded).toHaveBeenCalledOnce();
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

  it('keeps the recovery form when its address is missing or the servers do not respond, and reports why', async () => {
    const failures = vi.fn();
    controller.onFailure(failures);
    controller.openRecovery('');
    controller.submit(formData({ email: ' ' }));
    expect(controller.state().form).toMatchObject({ step: 'recovering', recovery: { step: 'failed', sent: false } });
    sendRecoveryMail.mockResolvedValue(fail('TIMEOUT'));
    controller.submit(formData({ email: 'parent@mail.example' }));
    expect(controller.state().form).toEqual({ step: 'recovering', recovery: { step: 'submitting' } });
    await idle();
    expect(controller.state().form).toMatchObject({ step: 'recovering', recovery: { step: 'failed', sent: true } });
    expect(failures.mock.calls).toEqual([[{ code: 'ALL_FIELDS_REQUIRED' }], [{ code: 'TIMEOUT' }]]);
  });

  it('uses the language at the time of the submit', async () => {
    element.state.language = 'fr';
    controller.submit(formData(filled));
    await idle();
    expect(signIn.mock.calls[0]?.[0].language).toBe('fr');
  });

  it('accepts nothing on a page that is not the partner’s', () => {
    open('blocked');
    controller.submit(formData(filled));
    expect(signIn).not.toHaveBeenCalled();
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

  it('keeps the session on the portal’s own pages only', async () => {
    open('first-party');
    controller.submit(formData(filled));
    await idle();
    expect(signIn.mock.calls[0]?.[0]).toMatchObject({ keep: true, partner: undefined });
  });

  it('allows the necessary cookie when its box was ticked, and stops without it', async () => {
    given = false;
    open('first-party');
    controller.submit(formData(filled));
    expect(controller.state().form).toMatchObject({ step: 'failed', fields: { cookies: 'missing' }, sent: false });
    controller.submit(formData({ ...filled, cookies: 'on' }));
    await idle();
    expect(giveNecessary).toHaveBeenCalledOnce();
    expect(signIn).toHaveBeenCalledOnce();
  });

  it('delivers a failure to the first listener, also one that comes later, and only once', async () => {
    signIn.mockResolvedValue(fail('InvalidEmailOrPassword'));
    controller.submit(formData(filled));
    await idle();
    const first = vi.fn();
    const second = vi.fn();
    controller.onFailure(first);
    controller.onFailure(second);
    expect(first).toHaveBeenCalledExactlyOnceWith({ code: 'InvalidEmailOrPassword' });
    expect(second).not.toHaveBeenCalled();
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

  it('calls back for each change until the subscription ends', async () => {
    const listener = vi.fn();
    const unsubscribe = controller.subscribe(listener);
    controller.submit(formData(filled));
    await idle();
    expect(listener).toHaveBeenCalledTimes(2);
    unsubscribe();
    controller.submit(formData({ email: '', password: '' }));
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('requests a recovery mail from the forgotten-password form and keeps the address', async () => {
    controller.openRecovery('typed@mail.example');
    expect(controller.state()).toMatchObject({ form: { step: 'recovering' }, email: 'typed@mail.example' });
    controller.submit(formData({ email: 'other@mail.example' }));
    await idle();
    expect(sendRecoveryMail.mock.calls[0]?.slice(0, 2)).toEqual(['other@mail.example', 'en']);
    expect(controller.state()).toMatchObject({ form: { step: 'mail-promised' }, email: 'other@mail.example' });
  });

  it('shows the forgotten-password form when its button is pressed before the view is loaded', () => {
    controller.press(openRecoveryAction, formData({ email: 'typed@mail.example' }));
    expect(controller.state()).toMatchObject({ form: { step: 'recovering' }, email: 'typed@mail.example' });
  });

  it('returns to the sign-in form with the email', () => {
    controller.openRecovery('');
    controller.closeRecovery('typed@mail.example');
    expect(controller.state()).toMatchObject({ form: { step: 'editing' }, email: 'typed@mail.example' });
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
