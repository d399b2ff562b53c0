import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import { priceLineId } from '../../contracts/pages.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import type { Session } from '../../contracts/session.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { signInResponse } from '../../services/testing/builders.ts';
import { announcedDuring, readAloud, textAloud } from '../shared/testing/screen-reader.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import { fakeConsent, fakeElement, formData } from '../shared/testing/fake-element.ts';
import { SignUp } from './view.tsx';
import { createSignUpController, createSignUpServices, type SignUpFormServices } from './controller.ts';

const translations = await translationsOf('sign-up');
const token = 'A'.repeat(43);
const session: Session = { ...signInResponse(), token, email: 'parent@mail.example' };
const account: AuthResult = { session: JSON.stringify(session), userID: 'user', playfabID: 'player' };
const { shownPrice } = createSignUpServices(createEndpoints('https://portal.example'));
const paymentPage = 'https://checkout.stripe.com/c/pay/cs_test_1';

const show = ({ kind = 'first-party' as FormMode['kind'], consented = false } = {}) => {
  const signUp = vi.fn<SignUpFormServices['signUp']>().mockResolvedValue(succeed(account));
  const purchase = vi.fn<SignUpFormServices['purchase']>().mockResolvedValue(succeed(paymentPage));
  const visit = vi.fn();
  const consent = fakeConsent(consented);
  const element = fakeElement(kind, { coupon: 'ETE' });
  const controller = createSignUpController({ signUp, purchase, shownPrice, visit, consent }, element);
  renderInElement(element, translations, <SignUp controller={controller} />);
  return { element, controller, signUp, purchase, visit, giveNecessary: consent.giveNecessary };
};

const email = () => screen.getByRole<HTMLInputElement>('textbox');
const password = () => screen.getByLabelText<HTMLInputElement>(/^Password \(8/);
const agreement = () => screen.getByRole('checkbox', { name: /terms of use/ });
const cookies = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: /^To stay logged in we store one cookie/ });
const submit = () => screen.getByRole('button', { name: /^(Create account|Continue to payment)$/ });
const fillIn = async (secret = 'eight888') => {
  await userEvent.click(email());
  await userEvent.paste('parent@mail.example');
  await userEvent.click(password());
  await userEvent.paste(secret);
};
const alertText = () => screen.getByRole('alert').textContent?.trim() ?? '';

describe('the sign-up form', () => {
  it('is read aloud in order, and says what is missing', async () => {
    const { signUp, element } = show();
    const [agree, accept] = [/^checkbox, I agree to the terms/, /^checkbox, To stay logged in/];
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
    expect([email().autocomplete, password().autocomplete]).toEqual(['email', 'new-password']);
    expect(screen.getByText(/^Nothing is charged today/).textContent).toContain('Your payment details come next.');
    await fillIn();
    const [, focus = ''] = await announcedDuring(() => userEvent.click(submit()));
    expect(focus).toMatch(agree);
    expect(focus).toContain('Please tick this box to agree., not checked, invalid, required');
    expect(await textAloud(screen.getByRole('alert'))).toBe('Please fill in all the required fields.');
    expect(element.failed).toHaveBeenCalledExactlyOnceWith({ code: 'REQUIRED_FIELDS', message: alertText() });
    expect(document.activeElement).toBe(agreement());
    expect(signUp).not.toHaveBeenCalled();
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
        shown: '',
        onUserRecord: expect.any(Function),
      },
      expect.any(AbortSignal),
    );
    expect(giveNecessary).toHaveBeenCalledOnce();
    expect(element.succeeded).toHaveBeenCalledExactlyOnceWith(account);
  });

  it.each(['first-party', 'widget'] as const)('links to the terms and the privacy policy (%s)', (kind) => {
    show({ kind });
    const address = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(address(/^terms of use/)).toBe('https://portal.example/terms?lang=en');
    expect(address(/^privacy policy/)).toBe('https://portal.example/privacy?lang=en');
  });

  it('does not ask for a consent that was given before', async () => {
    const { signUp, giveNecessary } = show({ consented: true });
    expect(screen.queryByRole('checkbox', { name: /cookie/ })).toBeNull();
    await fillIn();
    await userEvent.click(agreement());
    await userEvent.click(submit());
    expect(signUp).toHaveBeenCalledOnce();
    expect(giveNecessary).not.toHaveBeenCalled();
  });

  it('removes none of 101 characters, which it rejects, and accepts a common password with a warning', async () => {
    const { signUp } = show({ kind: 'widget' });
    await fillIn('a'.repeat(101));
    await userEvent.click(submit());
    expect(screen.getByText(/100 characters or fewer/)).toBeDefined();
    expect(password().value).toHaveLength(101);
    expect(signUp).not.toHaveBeenCalled();
    await userEvent.clear(password());
    await userEvent.type(password(), 'password1');
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
    const links = within(screen.getByRole('listitem')).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ href }) => href)).toEqual(['https://portal.example/signin?lang=en']);
    expect(email().getAttribute('aria-invalid')).toBe('true');
  });
});

it('asks in a widget for email and password only, names the terms, and signs in on the portal in a new tab', async () => {
  const { controller, signUp, giveNecessary, purchase } = show({ kind: 'widget' });
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByText(/By creating an account you agree/)).toBeDefined();
  // The partner's page decides what is next.
  expect(submit().textContent).toBe('Create account');
  expect(screen.queryByText(/^Nothing is charged today/)).toBeNull();
  for (const link of screen.getAllByRole<HTMLAnchorElement>('link')) {
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener']);
  }
  await fillIn();
  await userEvent.click(submit());
  expect(signUp.mock.calls[0]?.[0]).toMatchObject({ keep: false });
  expect(signUp.mock.calls[0]?.[0]).not.toHaveProperty('shown');
  expect(giveNecessary).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('Your account is ready.');
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Welcome!']);
  expect(purchase).not.toHaveBeenCalled();
  controller.submit(formData({ email: '' }));
  expect(controller.state()).toEqual({ step: 'done' });
});

describe('the last step of signing up', () => {
  /** Returns a sign-up that has just succeeded. `first` is the response to the first request for the payment page. */
  const pay = async (first: Promise<Result<string>>) => {
    const shown = show({ consented: true });
    shown.purchase.mockReturnValueOnce(first);
    const fields = { email: 'parent@mail.example', password: 'eight888', agreement: 'on' };
    await act(async () => shown.controller.submit(formData(fields)));
    return shown;
  };

  it('retries only the payment page when its address could not be requested', async () => {
    const { purchase, visit, element } = await pay(Promise.resolve(fail('SERVICE_UNAVAILABLE')));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^Your account is ready, but the payment page .* We can’t reach our servers/);
    expect(document.activeElement).toBe(alert);
    expect(element.failed.mock.calls[0]?.[0].code).toBe('SERVICE_UNAVAILABLE');
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Go to your account' }).href).toBe(
      'https://portal.example/dashboard?lang=en',
    );
    purchase.mockResolvedValue(succeed(paymentPage));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(purchase).toHaveBeenCalledTimes(2);
    expect(visit).toHaveBeenLastCalledWith(paymentPage);
  });

  it('goes to the payment page of the new account, with the coupon, and again for a person who returns', async () => {
    const shown = 'Free for 7 days, then US$9.99 per month';
    const line = Object.assign(document.createElement('p'), { id: priceLineId, textContent: shown });
    document.body.append(line);
    const { controller, signUp, purchase, visit } = await pay(Promise.resolve(succeed(paymentPage)));
    await vi.waitFor(() => expect(visit).toHaveBeenCalledExactlyOnceWith(paymentPage));
    const order = { userID: 'user', token, language: 'en', coupon: 'ETE', shown };
    expect(signUp.mock.calls[0]?.[0].shown).toBe(shown);
    line.remove();
    expect(purchase).toHaveBeenCalledExactlyOnceWith(order, expect.any(AbortSignal));
    act(() => controller.restored());
    await userEvent.click(screen.getByRole('button', { name: 'Go to the payment page' }));
    expect(purchase).toHaveBeenCalledTimes(2);
    expect(visit).toHaveBeenCalledTimes(2);
  });

  it('shows that the account exists and what happens next, and goes nowhere after the element was removed', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<string>>();
    const { controller, purchase, visit } = await pay(promise);
    const message = screen.getByRole('status');
    expect(message.textContent).toMatch(/account is ready/);
    expect(document.activeElement).toBe(message);
    const button = screen.getByRole('button', { name: 'Opening the payment page…' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    act(() => controller.abort());
    expect(purchase.mock.calls[0]?.[1]?.aborted).toBe(true);
    await act(async () => resolve(succeed(paymentPage)));
    expect(visit).not.toHaveBeenCalled();
  });
});
