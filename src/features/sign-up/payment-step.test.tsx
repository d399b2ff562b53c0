import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { Language } from '../../contracts/language.ts';
import { loadWords } from '../../i18n/load-words.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { PaymentStep, type PaymentStepProps } from './payment-step.tsx';

const words = { en: await loadWords('sign-up', 'en'), fr: await loadWords('sign-up', 'fr') };
const account: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };
const paymentPage = 'https://checkout.stripe.com/c/pay/cs_test_1';

const show = (first: Promise<Result<string>>, language: Language = 'en') => {
  const openPayment = vi.fn<PaymentStepProps['services']['openPayment']>(() => first);
  const visit = vi.fn();
  const props = {
    t: words[language],
    language,
    services: { openPayment, visit },
    account,
    coupon: 'ETE',
    dashboardUrl: `https://portal.example/dashboard?lang=${language}`,
    onAuthError: vi.fn(),
  } satisfies PaymentStepProps;
  return { props, openPayment, visit, ...render(<PaymentStep {...props} />) };
};

const comesBack = () => act(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));

afterEach(cleanup);

describe('the last step of signing up', () => {
  it('goes to the payment page of the new account by itself, with the coupon', async () => {
    const { openPayment, visit } = show(Promise.resolve(succeed(paymentPage)));
    await vi.waitFor(() => expect(visit).toHaveBeenCalledExactlyOnceWith(paymentPage));
    expect(openPayment).toHaveBeenCalledExactlyOnceWith(
      account,
      { language: 'en', coupon: 'ETE' },
      expect.any(AbortSignal),
    );
  });

  it('says that the account is there, and what is happening', () => {
    show(new Promise(() => {}));
    const message = screen.getByRole('status');
    expect(message.textContent).toMatch(/account is ready/);
    expect(document.activeElement).toBe(message);
    const button = screen.getByRole('button', { name: 'Opening the payment page…' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('tries the payment page alone again when it could not be had', async () => {
    const { openPayment, visit, props } = show(Promise.resolve(fail('SERVICE_UNAVAILABLE')));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^Your account is ready, but the payment page .* We can't reach our servers/);
    expect(document.activeElement).toBe(alert);
    expect(props.onAuthError.mock.calls[0]?.[0].code).toBe('SERVICE_UNAVAILABLE');
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Go to your account' }).href).toBe(props.dashboardUrl);
    openPayment.mockResolvedValue(succeed(paymentPage));
    await userEvent.dblClick(screen.getByRole('button', { name: 'Try again' }));
    expect(openPayment).toHaveBeenCalledTimes(2);
    expect(visit).toHaveBeenLastCalledWith(paymentPage);
  });

  it('says it in French', async () => {
    show(Promise.resolve(fail('OFFLINE')), 'fr');
    expect((await screen.findByRole('alert')).textContent).toMatch(/Votre compte est prêt, mais .* hors ligne/);
    expect(screen.getByRole('link', { name: 'Aller à votre compte' })).toBeDefined();
  });

  it('is no dead end for somebody whom Back brings out of the payment page', async () => {
    const { openPayment, visit } = show(Promise.resolve(succeed(paymentPage)));
    await vi.waitFor(() => expect(visit).toHaveBeenCalledOnce());
    comesBack();
    await userEvent.click(screen.getByRole('button', { name: 'Go to the payment page' }));
    expect(openPayment).toHaveBeenCalledTimes(2);
    expect(visit).toHaveBeenCalledTimes(2);
  });

  it('goes nowhere once it has left the page', async () => {
    let answer: (result: Result<string>) => void = () => {};
    const { openPayment, visit, unmount } = show(new Promise((resolve) => (answer = resolve)));
    unmount();
    expect(openPayment.mock.calls[0]?.[2].aborted).toBe(true);
    await act(async () => answer(succeed(paymentPage)));
    expect(visit).not.toHaveBeenCalled();
  });
});
