import { describe, expect, it, vi } from 'vitest';
import { done, fail, succeed } from '../../lib/result.ts';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import { createResetPasswordController, type ResetPasswordServices } from './controller.ts';

const reset = { code: 'K7QM-2XPD', devices: 'signed-out' } as const;

const open = (secret?: string) => {
  const resetPassword = vi.fn<ResetPasswordServices['resetPassword']>().mockResolvedValue(succeed(reset));
  const write = vi.fn<ResetPasswordServices['signInCode']['write']>();
  const sendRecoveryMail = vi.fn<ResetPasswordServices['sendRecoveryMail']>().mockResolvedValue(done);
  const element = fakeElement();
  const controller = createResetPasswordController(
    { resetPassword, sendRecoveryMail, signInCode: { write } },
    element,
    secret ?? '',
  );
  const submit = async (fields: Record<string, string>) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, element, resetPassword, sendRecoveryMail, write, submit };
};

describe('the controller of a password reset, without a DOM', () => {
  it('sets the password as it was typed, with the secret of the link', async () => {
    const { controller, element, resetPassword, write, submit } = open('secret-of-the-link');
    await submit({ password: ' new secret ', devices: 'on' });
    expect(resetPassword.mock.calls[0]?.slice(0, 3)).toEqual(['secret-of-the-link', ' new secret ', true]);
    expect(write).toHaveBeenCalledExactlyOnceWith('K7QM-2XPD');
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('password-reset', {});
    expect(controller.state()).toEqual({ step: 'done', devices: 'signed-out' });
  });

  it('accepts a submit at any time, so that it explains what is missing', () => {
    expect(open('secret-of-the-link').controller.isComplete(formData({}))).toBe(true);
  });

  it('leaves the devices alone when the box is not ticked', async () => {
    const { resetPassword, submit } = open('secret-of-the-link');
    await submit({ password: 'new secret' });
    expect(resetPassword.mock.calls[0]?.[2]).toBe(false);
  });

  it('stops a short password before the request', async () => {
    const { controller, resetPassword, submit } = open('secret-of-the-link');
    await submit({ password: 'short' });
    expect(controller.state()).toMatchObject({ step: 'failed', sent: false });
    expect(resetPassword).not.toHaveBeenCalled();
  });

  it('requests another link when this one is spent', async () => {
    const { controller, resetPassword, sendRecoveryMail, submit } = open('secret-of-the-link');
    resetPassword.mockResolvedValue(fail('LINK_EXPIRED'));
    await submit({ password: 'long enough' });
    expect(controller.state()).toMatchObject({ step: 'needs-link', isSpent: true });
    await submit({ email: 'parent@mail.example' });
    expect(sendRecoveryMail.mock.calls[0]?.slice(0, 2)).toEqual(['parent@mail.example', 'en']);
    expect(controller.state()).toEqual({ step: 'mail-promised' });
  });

  it.each([undefined, ''])(
    'starts with the request for a link when the page was opened without a secret: %j',
    (secret) => {
      const { controller } = open(secret);
      expect(controller.state()).toEqual({ step: 'needs-link', isSpent: false, request: { step: 'editing' } });
    },
  );

  it('keeps the form for a link when its address is missing', async () => {
    const { controller, sendRecoveryMail, submit } = open();
    const failures = vi.fn();
    controller.onFailure(failures);
    await submit({ email: ' ' });
    expect(controller.state()).toMatchObject({ step: 'needs-link', request: { step: 'failed', sent: false } });
    expect(failures).toHaveBeenCalledExactlyOnceWith({ code: 'ALL_FIELDS_REQUIRED' });
    expect(sendRecoveryMail).not.toHaveBeenCalled();
  });

  it('keeps the form for the password when the servers do not respond, and reports why', async () => {
    const { controller, resetPassword, submit } = open('secret-of-the-link');
    const failures = vi.fn();
    controller.onFailure(failures);
    resetPassword.mockResolvedValue(fail('TIMEOUT'));
    await submit({ password: 'long enough' });
    expect(controller.state()).toEqual({ step: 'failed', failure: { code: 'TIMEOUT' }, fields: {}, sent: true });
    expect(failures).toHaveBeenCalledExactlyOnceWith({ code: 'TIMEOUT' });
  });

  it('ignores a submit during a request and after its success, even an incomplete one', async () => {
    const { controller, resetPassword, submit } = open('secret-of-the-link');
    controller.submit(formData({ password: 'long enough' }));
    controller.submit(formData({ password: '' }));
    expect(controller.state()).toEqual({ step: 'submitting' });
    await submit({ password: 'long enough' });
    await submit({ password: '' });
    expect(controller.state()).toEqual({ step: 'done', devices: 'signed-out' });
    expect(resetPassword).toHaveBeenCalledOnce();
  });

  it('ignores a submit after the mail was promised', async () => {
    const { controller, sendRecoveryMail, submit } = open();
    await submit({ email: 'parent@mail.example' });
    await submit({ email: 'parent@mail.example' });
    expect(sendRecoveryMail).toHaveBeenCalledOnce();
    expect(controller.state()).toEqual({ step: 'mail-promised' });
  });
});
