import { cleanup, configure, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { createHttp } from '../../services/http/http.ts';
import { createIdentity } from '../../services/identity/identity.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { SignIn } from './view.tsx';
import { createSignInController } from './controller.ts';

const translations = await translationsOf('sign-in');

/** Returns PlayFab's response to a recovery, by its code. */
const answering = (error: ErrorCode | 'OK', errorCode = 0, status = error === 'OK' ? 200 : 400) =>
  vi.fn<typeof globalThis.fetch>(async () => {
    const body =
      error === 'OK'
        ? { code: 200, status: 'OK', data: {} }
        : { code: status, status: 'BadRequest', error, errorCode, errorMessage: error };
    return Response.json(body, { status });
  });

const openRecovery = async (fetch: typeof globalThis.fetch, language: Language = 'en') => {
  const identity = createIdentity(createEndpoints('https://portal.example', {}), createHttp({ fetch }));
  const element = fakeElement();
  element.state.language = language;
  const services = {
    signIn: vi.fn(),
    sendRecoveryMail: identity.sendRecoveryMail,
    consent: { given: () => true, giveNecessary: () => {}, subscribe: () => () => {} },
  };
  renderInElement(element, translations, <SignIn controller={createSignInController(services, element)} />);
  const name = language === 'en' ? 'Forgot your password?' : /^Mot de passe oublié/;
  await userEvent.click(screen.getByRole('button', { name }));
  return element;
};

const ask = async () => {
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste('someone@mail.example');
  await userEvent.click(screen.getByRole('button', { name: /^(Send me the link|M’envoyer le lien)$/ }));
};

afterEach(cleanup);
// The limit is long for a busy machine. A passing test does not need it.
configure({ asyncUtilTimeout: 4000 });

describe('a forgotten password', () => {
  it('keeps the email when switching to the form and back, and moves the focus along', async () => {
    await openRecovery(answering('OK'));
    const form = screen.getByRole('form', { name: 'Reset your password' });
    expect(document.activeElement).toBe(form);
    await userEvent.type(screen.getByRole('textbox'), 'someone@mail.example');
    await userEvent.click(screen.getByRole('button', { name: 'Back to log in' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('someone@mail.example');
    expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Log in' }));
  });

  it('reports which form is shown, because the page has a heading for each', async () => {
    const { setAttribute } = await openRecovery(answering('OK'));
    expect(setAttribute).toHaveBeenLastCalledWith('mode', 'forgotten');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reset your password');
    await userEvent.click(screen.getByRole('button', { name: 'Back to log in' }));
    expect(setAttribute).toHaveBeenLastCalledWith('mode', 'signin');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('asks for the email before anything is sent', async () => {
    const fetch = answering('OK');
    await openRecovery(fetch);
    await userEvent.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(screen.getByRole('alert').textContent?.trim()).toBe('All fields are required');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }));
    expect(fetch).not.toHaveBeenCalled();
  });

  it('shows when to retry, and stays usable with the email in it', async () => {
    const { failed } = await openRecovery(answering('TOO_MANY_REQUESTS', 1199, 429), 'fr');
    await ask();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/Trop de/);
    expect(failed.mock.calls[0]?.[0].code).toBe('TOO_MANY_REQUESTS');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('someone@mail.example');
  });
});

describe('recovery, signed out', () => {
  const heard = async (fetch: ReturnType<typeof answering>, language: Language) => {
    await openRecovery(fetch, language);
    await ask();
    const message = await screen.findByRole('status');
    const seen = {
      text: document.body.textContent,
      focus: document.activeElement?.textContent === message.textContent,
      role: document.activeElement?.getAttribute('role'),
      requests: fetch.mock.calls.length,
    };
    cleanup();
    return seen;
  };

  it.each(['en', 'fr'] as const)(
    'shows the same text and focus, and sends the same number of requests (%s)',
    async (language) => {
      const known = await heard(answering('OK'), language);
      expect(known).toMatchObject({ role: 'status', requests: 1 });
      expect(known.text).toMatch(language === 'en' ? /If this address has an account/ : /Si un compte existe/);
      for (const [error, errorCode] of [
        ['AccountNotFound', 1001],
        ['NoContactEmailAddressFound', 1325],
        ['EmailRecipientBlacklisted', 1427],
      ] as const) {
        expect(await heard(answering(error, errorCode), language)).toEqual(known);
      }
    },
  );
});
