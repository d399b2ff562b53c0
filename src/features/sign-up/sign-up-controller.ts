import type { AuthResult } from '../../contracts/auth-result.ts';
import { normalizePassword } from '../../contracts/typed-text.ts';
import { formEmail, formText } from '../../lib/form-text.ts';
import { type ElementContext, partnerOf } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/form-controller.ts';
import { type FormError, requestFailed } from '../shared/form-error.ts';
import {
  checkSignUp,
  signUpFieldsOf,
  type PaymentState,
  type SignUpField,
  type SignUpEvent,
  signUpFlow,
  signUpStart,
  type SignUpState,
} from './sign-up-flow.ts';
import type { SignUpServices } from './sign-up-services.ts';

export type SignUpController = FormController<SignUpState> & {
  consent: SignUpServices['consent'];
  /** Goes to the payment page; requests its address first if that is not known. */
  goToPayment(): void;
};

/**
 * Signs a parent up and, on the portal's own pages, opens the payment page (product-spec.md#4-states-and-transitions
 * and #5-validation-rules).
 */
export const createSignUpController = (services: SignUpServices, element: ElementContext): SignUpController => {
  const { dispatch, send, reportFailure, ...core } = createFormCore<SignUpState, SignUpEvent>(
    signUpFlow,
    signUpStart,
    ({ step }) => step === 'done',
    (step, more) => element.step({ step, form: 'sign-up', ...more }),
  );
  const fail = (problem: FormError<SignUpField>): void => {
    dispatch({ type: 'failed', ...problem });
    reportFailure(problem.failure);
  };
  const changePayment = (payment: PaymentState): void => dispatch({ type: 'payment-changed', payment });

  const leave = (url: string): void => {
    changePayment({ step: 'leaving', url });
    services.visit(url);
  };

  const requestPayment = (account: AuthResult): void => {
    const order = { language: element.language(), coupon: element.attribute('coupon') };
    void send((signal) => services.openPayment(account, order, signal), {
      sent: () => changePayment({ step: 'opening' }),
      succeeded: leave,
      failed: (failure) => {
        changePayment({ step: 'failed', failure });
        reportFailure(failure);
      },
    });
  };

  const goToPayment = (): void => {
    const state = core.state();
    if (state.step !== 'paying') return;
    if (state.payment.step === 'leaving') services.visit(state.payment.url);
    else requestPayment(state.account);
  };

  // A retry of a partly completed sign-up is not a second conversion.
  const recorded = new Set<string>();
  const recordOnce = (email: string): void => {
    if (recorded.has(email)) return;
    recorded.add(email);
    element.recordConversion('sign_up');
  };

  const signUp = (data: FormData): void => {
    const keep = element.mode().kind === 'first-party';
    // A widget does not read the cookie: in a sandboxed frame `document.cookie` throws.
    const asksConsent = keep && !services.consent.given();
    const account = { email: formEmail(data), password: normalizePassword(formText(data, 'password')) };
    const problem = checkSignUp({
      ...account,
      agreement: !keep || formText(data, 'agreement') !== '',
      consent: !asksConsent || formText(data, 'cookies') !== '',
    });
    if (problem !== null) return fail(problem);
    if (asksConsent) services.consent.giveNecessary();
    const onUserRecord = (): void => recordOnce(account.email);
    const credentials = { ...account, language: element.language(), keep, partner: partnerOf(element), onUserRecord };
    void send((signal) => services.signUp(credentials, signal), {
      sent: () => dispatch({ type: 'sent' }),
      failed: (failure) => fail(requestFailed(failure, signUpFieldsOf(failure))),
      succeeded: (result) => {
        dispatch(keep ? { type: 'account-opened', account: result } : { type: 'reported' });
        element.succeeded(result);
        goToPayment();
      },
    });
  };

  return {
    ...core,
    consent: services.consent,
    goToPayment,
    submit: (data) => {
      const { step } = core.state();
      // The account is open: a prerendered form stays in the page until the view replaces it.
      const isOpen = step === 'paying' || step === 'done';
      if (core.isBusy() || isOpen || element.mode().kind === 'blocked') return;
      signUp(data);
    },
    restored: () => {
      const state = core.state();
      if (state.step === 'paying' && state.payment.step === 'leaving') changePayment({ step: 'returned' });
      else core.restored();
    },
  };
};
