import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { Language } from '../../contracts/language.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import { SignUp } from './view.tsx';
import { createSignUpController, type SignUpServices } from './controller.ts';

const translations = await translationsOf('sign-up');
const account: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };
const paymentPage = 'https://checkout.stripe.com/c/pay/cs_test_1';

/** Returns a sign-up that has just succeeded. `first` is the response to the first request for the payment page. */
const show = async (first: Promise<Result<string>>, language: Language = 'en') => {
  const openPayment = vi.fn<SignUpServices['openPayment']>(() => first);
  const visit = vi.fn();
  const element = fakeElement('first-party', { coupon: 'ETE' });
  element.state.language = language;
  const controller = createSignUpController(
    {
      signUp: async () => succeed(account),
      openPayment,
      visit,
      consent: { given: () => true, giveNecessary: () => {}, subscribe: () => () => {} },
    },
    element,
  );
  renderInElement(element, translations, <SignUp controller={controller} />);
  await act(async () =>
    controller.submit(formData({ email: 'parent@mail.example', password: 'eight888', agreement: 'on' })),
  );
  return { element, controller, openPayment, visit };
};

afterEach(cleanup);

describe('the last step of signing up', () => {
  it('goes to the payment page of the new account automatically, with the coupon', async () => {
    const { openPayment, visit } = await show(Promise.resolve(succeed(paymentPage)));
    await vi.waitFor(() => expect(visit).toHaveBeenCalledExactlyOnceWith(paymentPage));
    expect(openPayment).toHaveBeenCalledExactlyOnceWith(
      account,
      { language: 'en', coupon: 'ETE' },
      expect.any(AbortSignal),
    );
  });

  it('shows that the account exists, and what happens next', async () => {
    await show(new Promise(() => {}));
    const message = screen.getByRole('status');
    expect(message.textContent).toMatch(/account is ready/);
    expect(document.activeElement).toBe(message);
    const button = screen.getByRole('button', { name: 'Opening the payment page…' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('retries only the payment page when its address could not be requested', async () => {
    const { openPayment, visit, element } = await show(Promise.resolve(fail('SERVICE_UNAVAILABLE')));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^Your account is ready, but the payment page .* We can’t reach our servers/);
    expect(document.activeElement).toBe(alert);
    expect(element.failed.mock.calls[0]?.[0].code).toBe('SERVICE_UNAVAILABLE');
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Go to your account' }).href).toBe(
      'https://portal.example/dashboard?lang=en',
    );
    openPayment.mockResolvedValue(succeed(paymentPage));
    await userEvent.dblClick(screen.getByRole('button', { name: 'Try again' }));
    expect(openPayment).toHaveBeenCalledTimes(2);
    expect(visit).toHaveBeenLastCalledWith(paymentPage);
  });

  it('requests a new payment page for a person who returns from it', async () => {
    const { controller, openPayment, visit } = await show(Promise.resolve(succeed(paymentPage)));
    await vi.waitFor(() => expect(visit).toHaveBeenCalledOnce());
    act(() => controller.restored());
    await userEvent.click(screen.getByRole('button', { name: 'Go to the payment page' }));
    expect(openPayment).toHaveBeenCalledTimes(2);
    expect(visit).toHaveBeenCalledTimes(2);
  });

  it('goes nowhere after the element was removed', async () => {
    let answer: (result: Result<string>) => void = () => {};
    const { controller, openPayment, visit } = await show(new Promise((resolve) => (answer = resolve)));
    controller.abort();
    expect(openPayment.mock.calls[0]?.[2].aborted).toBe(true);
    await act(async () => answer(succeed(paymentPage)));
    expect(visit).not.toHaveBeenCalled();
  });
});
