import { describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { fail, succeed } from '../../lib/result.ts';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import { createSignUpController, type SignUpServices } from './controller.ts';

const account: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };
const paymentPage = 'https://checkout.stripe.com/c/pay/cs_test_1';
const filled = { email: 'parent@mail.example', password: 'eight888', agreement: 'on', cookies: 'on' };

const open = (kind: FormMode['kind'] = 'first-party', consented = true) => {
  const signUp = vi.fn<SignUpServices['signUp']>().mockResolvedValue(succeed(account));
  const openPayment = vi.fn<SignUpServices['openPayment']>().mockResolvedValue(succeed(paymentPage));
  const visit = vi.fn();
  const giveNecessary = vi.fn();
  const element = fakeElement(kind, { coupon: 'ETE' });
  const consent = { given: () => consented, giveNecessary, subscribe: () => () => {} };
  const controller = createSignUpController({ signUp, openPayment, visit, consent }, element);
  const submit = async (fields: Record<string, string> = filled) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, element, signUp, openPayment, visit, giveNecessary, submit };
};

describe('the sign-up controller, without a DOM', () => {
  it('records the conversion when the user record exists, and only once when that sign-up is retried', async () => {
    const { element, signUp, submit } = open();
    signUp.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    await submit();
    expect(element.recordConversion).not.toHaveBeenCalled();
    signUp.mockImplementation(async ({ onUserRecord }) => {
      onUserRecord?.();
      return fail('SERVICE_UNAVAILABLE');
    });
    await submit();
    await submit();
    expect(element.recordConversion).toHaveBeenCalledExactlyOnceWith('sign_up');
    await submit({ ...filled, email: 'other@mail.example' });
    expect(element.recordConversion).toHaveBeenCalledTimes(2);
  });

  it('signs up again when the visitor returns to the partner’s page after a success', async () => {
    const { controller, element, submit } = open('widget');
    await submit();
    controller.restored();
    expect(controller.state()).toBe(controller.initialState());
    await submit();
    expect(element.succeeded).toHaveBeenCalledTimes(2);
  });

  it('visits the same payment page again while the browser is still on this page', async () => {
    const { controller, openPayment, visit, submit } = open();
    await submit();
    controller.goToPayment();
    expect(visit).toHaveBeenCalledTimes(2);
    expect(openPayment).toHaveBeenCalledOnce();
  });

  it('accepts nothing on a page that is not the partner’s', async () => {
    const { signUp, submit } = open('blocked');
    await submit();
    expect(signUp).not.toHaveBeenCalled();
  });

  it('ignores a submit during a request and after its success, even an incomplete one', async () => {
    const { controller, element, signUp, submit } = open('widget');
    controller.submit(formData(filled));
    controller.submit(formData({ email: '' }));
    expect(controller.state()).toEqual({ step: 'submitting' });
    await vi.waitFor(() => expect(controller.state()).toEqual({ step: 'done' }));
    await submit();
    expect(signUp).toHaveBeenCalledOnce();
    expect(element.succeeded).toHaveBeenCalledOnce();
  });

  it('opens no second account while the person pays', async () => {
    const { controller, signUp, submit } = open();
    await submit();
    await submit();
    expect(signUp).toHaveBeenCalledOnce();
    expect(controller.state()).toMatchObject({ step: 'paying' });
  });

  it('goes nowhere before the account is open', () => {
    const { controller, openPayment, visit } = open();
    controller.goToPayment();
    controller.restored();
    expect(openPayment).not.toHaveBeenCalled();
    expect(visit).not.toHaveBeenCalled();
    expect(controller.state()).toBe(controller.initialState());
  });

  it('keeps a failed payment when the page is restored', async () => {
    const { controller, openPayment, submit } = open();
    openPayment.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    await submit();
    controller.restored();
    expect(controller.state()).toMatchObject({ payment: { step: 'failed' } });
  });
});
