import { describe, expect, it, vi } from 'vitest';
import { done, fail } from '../../lib/result.ts';
import { fakeHost, formData } from '../shared/testing/fake-host.ts';
import { createResetPasswordController } from './reset-password-controller.ts';
import type { ResetPasswordServices } from './reset-password-services.ts';

const open = (secret?: string) => {
  const resetPassword = vi.fn<ResetPasswordServices['resetPassword']>().mockResolvedValue(done);
  const sendRecoveryMail = vi.fn<ResetPasswordServices['sendRecoveryMail']>().mockResolvedValue(done);
  const host = fakeHost('first-party', secret === undefined ? {} : { secret });
  const controller = createResetPasswordController({ resetPassword, sendRecoveryMail }, host);
  const submit = async (fields: Record<string, string>) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, host, resetPassword, sendRecoveryMail, submit };
};

describe('the controller of a password reset, without a DOM', () => {
  it('sets the password as it was typed, with the secret of the link', async () => {
    const { controller, host, resetPassword, submit } = open('secret-of-the-link');
    await submit({ password: ' new secret ' });
    expect(resetPassword.mock.calls[0]?.slice(0, 2)).toEqual(['secret-of-the-link', ' new secret ']);
    expect(host.emit).toHaveBeenCalledExactlyOnceWith('password-reset', {});
    expect(controller.state()).toEqual({ step: 'done' });
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
    expect(controller.state()).toMatchObject({ step: 'link-spent' });
    await submit({ email: 'parent@mail.example' });
    expect(sendRecoveryMail.mock.calls[0]?.slice(0, 2)).toEqual(['parent@mail.example', 'en']);
    expect(controller.state()).toEqual({ step: 'mail-promised' });
  });

  it('starts with the request for a link when the page was opened without a secret', () => {
    expect(open().controller.state()).toMatchObject({ step: 'link-spent' });
  });
});
