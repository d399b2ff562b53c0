import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { done, fail, succeed } from '../../lib/result.ts';
import { announcedDuring, readAloud, textAloud } from '../shared/testing/screen-reader.ts';
import { inElement, renderInElement } from '../shared/testing/in-element.tsx';
import { fakeConsent, fakeElement, formData } from '../shared/testing/fake-element.ts';
import { SignIn } from './view.tsx';
import { createSignInController, type SignInServices } from './controller.ts';

const translations = await translationsOf('sign-in');
const result: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };

const fakeServices = (consented = true) => ({
  signIn: vi.fn<SignInServices['signIn']>().mockResolvedValue(succeed(result)),
  sendRecoveryMail: vi.fn<SignInServices['sendRecoveryMail']>().mockResolvedValue(done),
  consent: fakeConsent(consented),
});

const open = (services: SignInServices, kind: FormMode['kind'] = 'first-party') => {
  const element = fakeElement(kind);
  const controller = createSignInController(services, element);
  const view = inElement(element, translations, <SignIn controller={controller} />);
  const show = () => renderInElement(element, translations, <SignIn controller={controller} />);
  return { element, controller, view, show };
};

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
/** Returns the message that a screen reader announces with a field. */
const messageOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
const submit = () => screen.getByRole('button', { name: 'Log in' });
const fillIn = async () => {
  await userEvent.click(email());
  await userEvent.paste('parent@mail.example');
  await userEvent.click(password());
  await userEvent.paste(' my secret ');
};

describe('the sign-in form', () => {
  let services: ReturnType<typeof fakeServices>;
  beforeEach(() => {
    services = fakeServices();
  });

  it('is read aloud in order, and says what went wrong, with everything still in the form', async () => {
    services.signIn.mockResolvedValue(fail('InvalidEmailOrPassword'));
    const props = open(services);
    const { container } = props.show();
    expect(await readAloud(container)).toEqual([
      'textbox, Email, not invalid, required',
      'button, Show what you typed',
      'button, Forgot your password?',
      'button, Log in',
      'link, Start your free trial',
    ]);
    await fillIn();
    const send = async () => {
      await userEvent.click(submit());
      await screen.findByRole('alert');
    };
    expect((await announcedDuring(send)).at(-1)).toBe('alert');
    const alert = screen.getByRole('alert');
    expect(document.activeElement).toBe(alert);
    expect(await textAloud(alert)).toMatch(/^This email address or password is not valid\./);
    const message = alert.textContent?.trim() ?? '';
    expect(props.element.failed).toHaveBeenCalledExactlyOnceWith({ code: 'InvalidEmailOrPassword', message });
    expect([email().value, password().value]).toEqual(['parent@mail.example', ' my secret ']);
    expect([email(), password()].map(messageOf)).toEqual(['Please check this address.', 'Please check this password.']);
    await userEvent.click(submit());
    expect(services.signIn).toHaveBeenCalledTimes(2);
    expect(props.element.ready).toHaveBeenCalledOnce();
  });

  it('presents the code of a password reset as the next step, sends it trimmed, and a wrong one is an error', async () => {
    services.signIn.mockResolvedValue(fail('SIGN_IN_CODE_REQUIRED'));
    open(services).show();
    await fillIn();
    await userEvent.click(submit());
    const nextStep = screen.getByText(/also enter the code from our email/).closest('[role]');
    expect(nextStep?.getAttribute('role')).toBe('status');
    expect(document.activeElement).toBe(nextStep);
    const code = screen.getByRole('textbox', { name: /^Code/ });
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    await userEvent.click(submit());
    expect(messageOf(code)).toBe('Please enter the code.');
    await userEvent.type(code, ' K7QM-2XPE ');
    await userEvent.click(submit());
    expect(services.signIn.mock.calls.map(([{ code: sent }]) => sent)).toEqual([undefined, 'K7QM-2XPE']);
    expect(screen.getByRole('alert').textContent).toMatch(/also enter the code/);
    expect(messageOf(code)).toBe('Please check this code.');
  });

  it('marks every problem at once, each with its own message', async () => {
    services = fakeServices(false);
    open(services).show();
    await userEvent.type(email(), 'bad@');
    await userEvent.click(submit());
    expect(screen.getByRole('alert').textContent?.trim()).toMatch(/^This email address is not valid/);
    expect([email(), password(), screen.getByRole('checkbox')].map(messageOf)).toEqual([
      'Please enter a complete address, such as name@example.com.',
      'Please enter a password.',
      'Please tick this box to go on.',
    ]);
    expect(document.activeElement).toBe(email());
  });

  it('asks for the cookie consent only while it is missing, and signs in with the password as typed', async () => {
    services = fakeServices(false);
    const props = open(services);
    props.show();
    const box = screen.getByRole('checkbox', { name: /^To stay logged in we store one cookie/ });
    await fillIn();
    await userEvent.click(submit());
    expect(screen.getByRole('alert').textContent?.trim()).toBe('All fields are required');
    expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual(['false', 'false']);
    expect(document.activeElement).toBe(box);
    await userEvent.click(box);
    await userEvent.click(submit());
    expect(services.consent.giveNecessary).toHaveBeenCalledOnce();
    expect(services.signIn).toHaveBeenCalledExactlyOnceWith(
      { email: 'parent@mail.example', password: ' my secret ', language: 'en', keep: true },
      expect.any(AbortSignal),
    );
    expect(props.element.succeeded).toHaveBeenCalledExactlyOnceWith(result);
    expect(document.activeElement).toBe(screen.getByRole('status'));
  });

  it('has fields that password managers recognise, and submits what one filled in without any event', async () => {
    open(services).show();
    const attributes = [email(), password()].map(({ name, type, autocomplete }) => [name, type, autocomplete]);
    expect(attributes).toEqual([
      ['email', 'email', 'email'],
      ['password', 'password', 'current-password'],
    ]);
    email().value = 'parent@mail.example';
    password().value = 'from the manager';
    await userEvent.click(submit());
    expect(services.signIn.mock.calls[0]?.[0]).toMatchObject({ password: 'from the manager' });
  });

  it('shows the password and hides it again', async () => {
    open(services).show();
    await userEvent.type(password(), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Show what you typed' }));
    expect([password().type, password().value]).toEqual(['text', 'secret']);
    await userEvent.click(screen.getByRole('button', { name: 'Hide what you typed' }));
    expect(password().type).toBe('password');
  });

  it('shows a failure from before the view was loaded, and reports it once', async () => {
    services.signIn.mockResolvedValue(fail('InvalidEmailOrPassword'));
    const props = open(services);
    props.controller.submit(formData({ email: 'parent@mail.example', password: 'wrong' }));
    await vi.waitFor(() => expect(props.controller.isBusy()).toBe(false));
    props.show();
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    expect(props.element.failed).toHaveBeenCalledExactlyOnceWith({
      code: 'InvalidEmailOrPassword',
      message: screen.getByRole('alert').textContent?.trim(),
    });
  });

  it('hydrates without a mismatch while a submit is in flight, and then shows it', async () => {
    services.signIn.mockReturnValue(new Promise(() => {}));
    const props = open(services);
    const box = document.body.appendChild(document.createElement('div'));
    box.innerHTML = renderToString(props.view);
    props.controller.submit(formData({ email: 'parent@mail.example', password: 'secret' }));
    const onRecoverableError = vi.fn();
    const root = await act(async () => hydrateRoot(box, props.view, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(box.querySelector('[type=submit]')?.textContent).toBe('Logging in…');
    await act(async () => root.unmount());
    box.remove();
  });
});

it('asks in a widget only for email and password, stores nothing, and opens the portal in a new tab', async () => {
  const services = fakeServices(false);
  open(services, 'widget').show();
  expect(screen.queryByRole('checkbox')).toBeNull();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: /Forgot your password\?.*new tab/ });
  expect([link.href, link.target, link.rel]).toEqual(['https://portal.example/signin?lang=en', '_blank', 'noopener']);
  await fillIn();
  await userEvent.click(submit());
  expect(services.signIn.mock.calls[0]?.[0]).toMatchObject({ keep: false });
  expect(services.consent.giveNecessary).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('You are logged in.');
  expect(screen.getByRole('heading').textContent).toBe('Welcome back!');
});

it('takes no input on a page that is not the partner’s', () => {
  const { element, show } = open(fakeServices(), 'blocked');
  show();
  for (const one of [email(), password(), submit()]) expect(one.closest('fieldset')?.disabled).toBe(true);
  expect(element.failed).toHaveBeenCalledExactlyOnceWith({
    code: 'INVALID_PARENT_ORIGIN',
    message: screen.getByRole('alert').textContent?.trim(),
  });
});

const openRecovery = async (language: 'en' | 'fr' = 'en') => {
  const services = fakeServices();
  const { element, show } = open(services);
  element.state.language = language;
  show();
  await userEvent.click(screen.getByRole('button', { name: /^(Forgot your password|Mot de passe oublié)/ }));
  return { element, services };
};
const send = () => screen.getByRole('button', { name: /^(Send me the link|M’envoyer le lien)$/ });

it('keeps the email and moves the focus when switching to its form and back, each with its heading', async () => {
  const { element } = await openRecovery();
  expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Reset your password' }));
  expect(element.setAttribute).toHaveBeenLastCalledWith('mode', 'forgotten');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reset your password');
  await userEvent.type(screen.getByRole('textbox'), 'someone@mail.example');
  await userEvent.click(screen.getByRole('button', { name: 'Back to log in' }));
  expect(email().value).toBe('someone@mail.example');
  expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Log in' }));
  expect(element.setAttribute).toHaveBeenLastCalledWith('mode', 'signin');
  expect(screen.queryByRole('heading')).toBeNull();
});

it.each([
  ['en', /If this address has an account/],
  ['fr', /Si un compte existe/],
] as const)(
  'asks for an email, promises a mail in %s, and does not say whether the address has an account',
  async (language, promise) => {
    const { services } = await openRecovery(language);
    await userEvent.click(send());
    expect(screen.getByRole('alert').textContent?.trim()).toBe(translations[language]('errors.ALL_FIELDS_REQUIRED'));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(services.sendRecoveryMail).not.toHaveBeenCalled();
    await userEvent.type(screen.getByRole('textbox'), 'someone@mail.example');
    await userEvent.click(send());
    const message = screen.getByRole('status');
    expect(message.textContent).toMatch(promise);
    expect(document.activeElement).toBe(message);
    const sent = ['someone@mail.example', language, expect.any(AbortSignal)];
    expect(services.sendRecoveryMail).toHaveBeenCalledExactlyOnceWith(...sent);
  },
);
