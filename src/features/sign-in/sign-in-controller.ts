import { formEmail, formText } from '../../lib/form-text.ts';
import { type ElementContext, partnerOf } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/form-controller.ts';
import { checkEmail, credentialIssues, type FormError, requestFailed } from '../shared/form-error.ts';
import {
  checkSignIn,
  type SignInField,
  signInFlow,
  signInFailed,
  type SignInEvent,
  type SignInState,
  signInStart,
} from './sign-in-flow.ts';
import type { SignInServices } from './sign-in-services.ts';

/** `email` is what was typed in one of the two forms; the other form offers it. */
export type SignInModel = {
  form: SignInState;
  email: string | undefined;
  /** Whether the form asks for the code of a password reset. */
  asksCode: boolean;
};

export type SignInController = FormController<SignInModel> & {
  consent: SignInServices['consent'];
  /** Shows the forgotten-password form. */
  openRecovery(typedEmail: string): void;
  /** Shows the sign-in form again. */
  closeRecovery(typedEmail: string): void;
};

/** The `data-action` of the button that shows the forgotten-password form. */
export const openRecoveryAction = 'open-recovery';

type Event = { flow: SignInEvent; email?: string };

const reduce = (model: SignInModel, { flow, email = model.email }: Event): SignInModel => ({
  form: signInFlow(model.form, flow),
  email,
  asksCode: model.asksCode || (flow.type === 'failed' && flow.failure.code === 'SIGN_IN_CODE_REQUIRED'),
});

/** Signing in and password recovery (product-spec.md#4-states-and-transitions and #5-validation-rules). */
export const createSignInController = (services: SignInServices, element: ElementContext): SignInController => {
  const { dispatch, send, reportFailure, ...core } = createFormCore<SignInModel, Event>(
    reduce,
    { form: signInStart, email: undefined, asksCode: false },
    ({ form }) => form.step === 'done',
    (step, more) =>
      element.step({ step, form: core.state().form.step === 'recovering' ? 'recovery' : 'sign-in', ...more }),
  );
  const fail = (problem: FormError<SignInField>): void => {
    dispatch({ flow: { type: 'failed', ...problem } });
    reportFailure(problem.failure);
  };

  const signIn = (data: FormData): void => {
    const keep = element.mode().kind === 'first-party';
    // A widget does not read the cookie: in a sandboxed frame `document.cookie` throws.
    const asksConsent = keep && !services.consent.given();
    const values = {
      email: formEmail(data),
      password: formText(data, 'password'),
      code: core.state().asksCode ? formText(data, 'code').trim() : undefined,
    };
    const problem = checkSignIn(values, !asksConsent || formText(data, 'cookies') !== '');
    if (problem !== null) return fail(problem);
    if (asksConsent) services.consent.giveNecessary();
    void send(
      (signal) =>
        services.signIn({ ...values, language: element.language(), keep, partner: partnerOf(element) }, signal),
      {
        sent: () => dispatch({ flow: { type: 'sent' } }),
        failed: (failure) => fail(signInFailed(failure, values)),
        succeeded: (result) => {
          dispatch({ flow: { type: 'signed-in' } });
          element.recordConversion('sign_in');
          element.succeeded(result);
        },
      },
    );
  };

  const recover = (data: FormData): void => {
    const email = formEmail(data);
    const problem = checkEmail(email);
    if (problem !== null) return fail(problem);
    void send((signal) => services.sendRecoveryMail(email, element.language(), signal), {
      sent: () => dispatch({ flow: { type: 'sent' }, email }),
      failed: (failure) => fail(requestFailed(failure, credentialIssues(failure.code))),
      succeeded: () => dispatch({ flow: { type: 'mail-promised' } }),
    });
  };

  const openRecovery = (email: string): void => dispatch({ flow: { type: 'password-forgotten' }, email });

  return {
    ...core,
    consent: services.consent,
    submit: (data) => {
      const { step } = core.state().form;
      if (core.isBusy() || step === 'done' || element.mode().kind === 'blocked') return;
      if (step === 'recovering') recover(data);
      else signIn(data);
    },
    press: (action, data) => {
      if (action === openRecoveryAction) openRecovery(formText(data, 'email'));
    },
    openRecovery,
    closeRecovery: (email) => dispatch({ flow: { type: 'password-remembered' }, email }),
  };
};
