import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Language } from '../../contracts/language.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { done, fail, succeed } from '../../lib/result.ts';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import { createResetPasswordController, type ResetPasswordServices } from './controller.ts';
import { ResetPassword } from './view.tsx';

const reset = { code: 'K7QM-2XPD', devices: 'signed-out' } as const;

const translations = await translationsOf('reset-password');

const show = (secret: string | null = 'secret-of-the-link', language: Language = 'en', attributes = {}) => {
  const resetPassword = vi.fn<ResetPasswordServices['resetPassword']>(async () => succeed(reset));
  const write = vi.fn<ResetPasswordServices['signInCode']['write']>();
  const sendRecoveryMail = vi.fn<ResetPasswordServices['sendRecoveryMail']>(async () => done);
  const element = fakeElement('first-party', attributes, language);
  const services = { resetPassword, sendRecoveryMail, signInCode: { write } };
  const controller = createResetPasswordController(services, element, secret);
  renderInElement(element, translations, <ResetPassword controller={controller} />);
  return { controller, element, resetPassword, sendRecoveryMail, write };
};

const password = () => screen.getByLabelText<HTMLInputElement>(/^New password/);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save the new password' }));

describe('the page behind a recovery mail', () => {
  it('sets the password as typed and explains that a sign-in is needed', async () => {
    const { controller, element, resetPassword, write } = show();
    expect(password().autocomplete).toBe('new-password');
    await userEvent.type(password(), ' new secret ');
    await save();
    expect(resetPassword.mock.calls[0]?.slice(0, 3)).toEqual(['secret-of-the-link', ' new secret ', true]);
    const message = screen.getByRole('status');
    expect(message.textContent).toMatch(/devices .*log in with the new password/);
    expect(document.activeElement).toBe(message);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Log in' }).href).toBe(
      'https://portal.example/signin?lang=en',
    );
    expect(write).toHaveBeenCalledExactlyOnceWith('K7QM-2XPD');
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('password-reset', {});
    controller.submit(formData({ password: '' }));
    expect(controller.state().step).toBe('done');
  });

  it('has the user name for password managers, out of sight, if the page knows it', () => {
    const named = () => document.querySelector<HTMLInputElement>('form [autocomplete="username"]');
    show();
    expect(named()).toBeNull();
    cleanup();
    show(undefined, 'en', { email: 'parent@mail.example' });
    expect([named()?.value, named()?.hidden, named()?.readOnly]).toEqual(['parent@mail.example', true, true]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('says that the password is being saved', async () => {
    const { resetPassword } = show();
    resetPassword.mockReturnValue(new Promise(() => {}));
    await userEvent.type(password(), 'new secret');
    await save();
    const button = screen.getByRole('button', { name: translations.en('submitting') });
    expect([button.getAttribute('aria-disabled'), screen.getByRole('form').getAttribute('aria-busy')]).toEqual([
      'true',
      'true',
    ]);
  });

  it('leaves the devices that play signed in on request', async () => {
    const { resetPassword } = show();
    resetPassword.mockResolvedValue(succeed({ ...reset, devices: 'kept' }));
    await userEvent.type(password(), 'new secret');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Also sign out all devices that play' }));
    await save();
    expect(resetPassword.mock.calls[0]?.[2]).toBe(false);
    expect(screen.getByRole('status').textContent).not.toMatch(/devices/);
  });

  it('reports that the devices could not be signed out, although the password is set', async () => {
    const { resetPassword } = show('secret-of-the-link', 'fr');
    resetPassword.mockResolvedValue(succeed({ ...reset, devices: 'failed' }));
    await userEvent.type(screen.getByLabelText(/^Nouveau mot de passe/), 'new secret');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer le mot de passe' }));
    expect(screen.getByRole('status').textContent).toMatch(/est enregistré/);
    expect(screen.getByRole('alert').textContent).toMatch(/pas pu déconnecter/);
  });

  it.each([
    ['short', /8 characters or more/],
    ['a'.repeat(101), /100 characters or fewer/],
  ])('rejects %j before it is sent, and says why at the field', async (secret, sentence) => {
    const { resetPassword } = show();
    await userEvent.click(password());
    await userEvent.paste(secret);
    await save();
    expect(screen.getByRole('alert').textContent).toBe('Please check the marked fields.');
    expect(screen.getAllByText(sentence)).not.toEqual([]);
    expect(document.activeElement).toBe(password());
    expect(resetPassword).not.toHaveBeenCalled();
  });

  it('says that a link is damaged and how to paste it, and offers another', () => {
    show('');
    expect(screen.getByRole('alert').textContent).toBe(translations.en('common.linkDamaged'));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ask for a link');
    expect(screen.getByRole('button', { name: 'Send me a link' })).toBeDefined();
  });

  it('offers another link when this one is spent', async () => {
    const { element, resetPassword, sendRecoveryMail } = show();
    resetPassword.mockResolvedValue(fail('LINK_EXPIRED'));
    await userEvent.type(password(), 'new secret');
    await save();
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toMatch(/used already or is too old/);
    expect(document.activeElement).toBe(alert);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This link has expired');
    expect(element.setAttribute).toHaveBeenLastCalledWith('mode', 'spent');
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'parent@mail.example');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Send me a new link' }));
    expect(sendRecoveryMail).toHaveBeenCalledOnce();
    expect(screen.getByRole('status').textContent).toMatch(/If this address has an account/);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check your inbox');
  });

  it('offers a link to a visitor who has none, and does not say that one has expired', async () => {
    const { element, sendRecoveryMail } = show(null);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ask for a link');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(document.body);
    expect(element.setAttribute).toHaveBeenLastCalledWith('mode', 'spent');
    await userEvent.click(screen.getByRole('button', { name: 'Send me a link' }));
    expect(screen.getByRole('alert').textContent).toBe(translations.en('errors.ALL_FIELDS_REQUIRED'));
    expect(sendRecoveryMail).not.toHaveBeenCalled();
  });
});
