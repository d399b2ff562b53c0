import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import { type ErrorCode, signUpErrorCodes } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { type Language, languages } from '../../contracts/language.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { fail, succeed } from '../../lib/result.ts';
import { hear, readAloud, textAloud } from '../shared/testing/screen-reader.ts';
import { inElement, renderInElement } from '../shared/testing/in-element.tsx';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { SignUp } from './view.tsx';
import { createSignUpController, type SignUpServices } from './controller.ts';

const translations = await translationsOf('sign-up');
const result: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };
const paymentPage = 'https://checkout.stripe.com/c/pay/cs_test_1';

const show = ({ kind = 'first-party' as FormMode['kind'], language = 'en' as Language, consented = false } = {}) => {
  const signUp = vi.fn<SignUpServices['signUp']>().mockResolvedValue(succeed(result));
  const openPayment = vi.fn<SignUpServices['openPayment']>().mockResolvedValue(succeed(paymentPage));
  const visit = vi.fn();
  const giveNecessary = vi.fn();
  const consent = { given: () => consented, giveNecessary, subscribe: () => () => {} };
  const element = fakeElement(kind, { coupon: 'ETE' });
  element.state.language = language;
  const controller = createSignUpController({ signUp, openPayment, visit, consent }, element);
  const shown = <SignUp controller={controller} />;
  const { speak, unmount } = renderInElement(element, translations, shown);
  const view = inElement(element, translations, shown);
  return { element, view, signUp, openPayment, visit, giveNecessary, speak, unmount };
};

const email = () => screen.getByRole<HTMLInputElement>('textbox');
const password = () => screen.getByLabelText<HTMLInputElement>(/^(Password|Mot de passe) \(8/);
const agreement = () => screen.getByRole('checkbox', { name: /terms of use/ });
const cookies = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /cookie that keeps me logged in/ });
const submit = () =>
  screen.getByRole('button', {
    name: /^(Create account|Créer mon compte|Continue to payment|Continuer vers le paiement)$/,
  });
const fillIn = async (secret = 'eight888') => {
  await userEvent.click(email());
  await userEvent.paste('parent@mail.example');
  await userEvent.click(password());
  await userEvent.paste(secret);
};
const alertText = () => screen.getByRole('alert').textContent?.trim() ?? '';

afterEach(cleanup);

describe('the sign-up form', () => {
  it('is read aloud in order, and says what is missing', async () => {
    show();
    const [agree, accept] = [/^checkbox, I agree to the terms/, /^checkbox, I accept the cookie/];
    const read = await readAloud(document.body);
    expect(read).toEqual([
      'textbox, Email, not invalid, required',
      'button, Show what you typed',
      expect.stringMatching(agree),
      'link, terms of use (new tab)',
      'link, privacy policy (new tab)',
      expect.stringMatching(accept),
      'button, Continue to payment',
      'link, Log in',
    ]);
    // Nothing is invalid before it was checked.
    expect(read.filter((phrase) => /(?<!not )invalid/.test(phrase))).toEqual([]);
    await fillIn();
    const [, focus = ''] = await hear(() => userEvent.click(submit()));
    expect(focus).toMatch(agree);
    expect(focus).toContain('Please tick this box to agree., not checked, invalid, required');
    expect(await textAloud(screen.getByRole('alert'))).toBe('Please fill in all the required fields.');
  });

  it('announces on the portal’s own page that payment is next and that nothing is charged today', () => {
    show();
    expect(submit().textContent).toBe('Continue to payment');
    expect(screen.getByText(/^Nothing is charged today/).textContent).toContain('Your payment details come next.');
  });

  it('announces no payment in a widget, because the partner’s page decides what is next', () => {
    show({ kind: 'widget' });
    expect(submit().textContent).toBe('Create account');
    expect(screen.queryByText(/^Nothing is charged today/)).toBeNull();
  });

  it('asks for email, a new password, agreement and consent', () => {
    show();
    expect(email().autocomplete).toBe('email');
    expect(password().autocomplete).toBe('new-password');
    expect(screen.getAllByRole('checkbox')).toEqual([agreement(), cookies()]);
  });

  it('signs up with all fields, and allows the necessary cookie only when its box was ticked', async () => {
    const { signUp, giveNecessary, element } = show();
    await fillIn(' spaces and 🦊 ');
    await userEvent.click(agreement());
    await userEvent.click(cookies());
    await userEvent.dblClick(submit());
    expect(signUp).toHaveBeenCalledExactlyOnceWith(
      {
        email: 'parent@mail.example',
        password: ' spaces and 🦊 ',
        language: 'en',
        keep: true,
        onUserRecord: expect.any(Function),
      },
      expect.any(AbortSignal),
    );
    expect(giveNecessary).toHaveBeenCalledOnce();
    expect(element.succeeded).toHaveBeenCalledExactlyOnceWith(result);
  });

  it.each(['first-party', 'widget'] as const)('links to the terms and the privacy policy (%s)', (kind) => {
    show({ kind });
    const address = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(address(/^terms of use/)).toBe('https://portal.example/terms?lang=en');
    expect(address(/^privacy policy/)).toBe('https://portal.example/privacy?lang=en');
  });

  it('requires the fields when the agreement is missing', async () => {
    const { signUp, element } = show();
    await fillIn();
    await userEvent.click(submit());
    expect(element.failed).toHaveBeenCalledExactlyOnceWith({ code: 'REQUIRED_FIELDS', message: alertText() });
    expect(document.activeElement).toBe(agreement());
    expect(signUp).not.toHaveBeenCalled();
  });

  it('asks for the cookie consent when only that is missing', async () => {
    const { element, giveNecessary } = show();
    await fillIn();
    await userEvent.click(agreement());
    await userEvent.click(submit());
    expect(element.failed.mock.calls[0]?.[0].code).toBe('COOKIE_CONSENT_REQUIRED');
    expect(document.activeElement).toBe(cookies());
    expect(giveNecessary).not.toHaveBeenCalled();
  });

  it('accepts a consent that was given before', async () => {
    const { signUp, giveNecessary } = show({ consented: true });
    expect(cookies().checked).toBe(true);
    await fillIn();
    await userEvent.click(agreement());
    await userEvent.click(submit());
    expect(signUp).toHaveBeenCalledOnce();
    expect(giveNecessary).not.toHaveBeenCalled();
  });

  it('rejects 101 characters, and removes none of them', async () => {
    const { signUp } = show({ kind: 'widget' });
    await fillIn('a'.repeat(101));
    await userEvent.click(submit());
    expect(alertText()).toMatch(/at most 100 characters/);
    expect(password().value).toHaveLength(101);
    expect(signUp).not.toHaveBeenCalled();
  });

  it('warns of a common password and accepts it', async () => {
    const { signUp } = show({ kind: 'widget' });
    await fillIn('password1');
    expect(screen.getByText(/first passwords that others would guess/)).toBeDefined();
    await userEvent.click(submit());
    expect(signUp).toHaveBeenCalledOnce();
  });

  it('offers to sign in when the email has an account', async () => {
    const { signUp } = show({ kind: 'widget' });
    signUp.mockResolvedValue(fail('EmailAddressNotAvailable'));
    await fillIn();
    await userEvent.click(submit());
    const alert = screen.getByRole('alert');
    expect(alertText()).toMatch(/Have you already created an account\?/);
    expect(document.activeElement).toBe(alert);
    expect(alert.querySelector('a')?.href).toBe('https://portal.example/signin?lang=en');
    expect(email().getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps everything, including boxes, through a failure and a change of language', async () => {
    const { signUp, speak } = show();
    signUp.mockResolvedValue(fail('TIMEOUT'));
    await fillIn();
    await userEvent.click(agreement());
    await userEvent.click(cookies());
    await userEvent.click(submit());
    speak('fr');
    expect([email().value, password().value]).toEqual(['parent@mail.example', 'eight888']);
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)).toEqual([true, true]);
    signUp.mockResolvedValue(succeed(result));
    await userEvent.click(submit());
    expect(signUp).toHaveBeenLastCalledWith(expect.objectContaining({ language: 'fr' }), expect.any(AbortSignal));
  });

  it('renders without a browser', () => {
    const { view } = show();
    expect(renderToString(view)).toContain('name="agreement"');
  });
});

describe('the sign-up form in a widget', () => {
  it('asks in a widget for email and password only, names the terms, and signs in on the portal in a new tab', async () => {
    const { signUp, giveNecessary, openPayment } = show({ kind: 'widget' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByText(/By creating an account you agree/)).toBeDefined();
    for (const link of screen.getAllByRole<HTMLAnchorElement>('link')) {
      expect([link.target, link.rel]).toEqual(['_blank', 'noopener']);
    }
    await fillIn();
    await userEvent.click(submit());
    expect(signUp.mock.calls[0]?.[0]).toMatchObject({ keep: false });
    expect(giveNecessary).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('Your account is ready.');
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Welcome!']);
    expect(openPayment).not.toHaveBeenCalled();
  });

  it("shows 'Invalid parent origin!' and is disabled on a page that is not the partner's", () => {
    const { element } = show({ kind: 'blocked' });
    expect(alertText()).toBe('Invalid parent origin!');
    expect(email().closest('fieldset')?.disabled).toBe(true);
    expect(element.failed.mock.calls[0]?.[0].code).toBe('INVALID_PARENT_ORIGIN');
  });
});

describe.each(languages)('every error of the catalogue, in %s', (language) => {
  it.each(signUpErrorCodes)('shows a separate message for %s at a sign-up', async (code: ErrorCode) => {
    const { signUp } = show({ kind: 'widget', language });
    signUp.mockResolvedValue(fail(code));
    await fillIn();
    await userEvent.click(submit());
    const link = screen.getByRole('alert').querySelector('a')?.textContent ?? '';
    expect(alertText().replace(link, '').trim()).toBe(translations[language](`errors.${code}`));
  });
});
