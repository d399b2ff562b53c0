import type { Endpoints } from '../../config/endpoints.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { Result } from '../../lib/result.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import {
  type AuthenticateServices,
  createActivateToken,
  type Credentials,
  signIn,
} from '../../services/users/authenticate.ts';
import { type Consent, createConsent } from '../../session/consent.ts';
import { createSessionStore, createSignInCode } from '../../session/session-store.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import {
  checkEmail,
  checkFailed,
  credentialIssues,
  emailIssue,
  type FieldIssues,
  type FormError,
  type FormState,
  requestFailed,
  formEmail,
  formText,
} from '../shared/form-error.ts';
import { type ElementContext, partnerOf } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/controller.ts';

export type SignInServices = {
  signIn(credentials: Credentials, signal: AbortSignal): Promise<Result<AuthResult>>;
  /** Succeeds whether or not the email has an account. */
  sendRecoveryMail: Identity['sendRecoveryMail'];
  consent: Pick<Consent, 'given' | 'giveNecessary' | 'subscribe'>;
};

export const createSignInServices = (endpoints: Endpoints): SignInServices => {
  const identity = createIdentity(endpoints);
  const store = createSessionStore();
  const parts: AuthenticateServices = {
    identity,
    users: { activateToken: createActivateToken(endpoints) },
    store,
    canStore: store.isAvailable,
    signInCode: createSignInCode(),
  };
  return {
    signIn: (credentials, signal) => signIn(parts, credentials, signal),
    sendRecoveryMail: identity.sendRecoveryMail,
    consent: createConsent(),
  };
};

export type SignInField = 'email' | 'password' | 'code' | 'cookies';

export type SignInState =
  | FormState<SignInField>
  | { step: 'mail-promised' }
  /** The forgotten-password form, with its own states. */
  | { step: 'recovering'; recovery: FormState<SignInField> }
  | { step: 'done' };

/** `code` is the code of a password reset; undefined unless the form asks for it. */
type SignInValues = { email: string; password: string; code?: string | undefined };

/** The check before sending; null when all values are valid. An old password may be shorter than today's minimum. */
const checkSignIn = ({ email, password, code }: SignInValues, consent: boolean) => {
  const fields: FieldIssues<SignInField> = {
    email: emailIssue(email),
    password: password === '' ? 'missing' : undefined,
    code: code === '' ? 'missing' : undefined,
    cookies: consent ? undefined : 'missing',
  };
  // A typed email counts as present, even if it is invalid.
  if (fields.email === 'invalid') return checkFailed('InvalidEmailAddress', fields);
  return Object.values(fields).includes('missing') ? checkFailed('ALL_FIELDS_REQUIRED', fields) : null;
};

/** Returns whether the server asks for the code of a password reset: the next step, and no error. */
export const asksForCode = ({ failure, fields }: FormError<SignInField>): boolean =>
  failure.code === 'SIGN_IN_CODE_REQUIRED' && fields.code === undefined;

/** Returns the form error for an answer to a sign-in. A code that was not asked for yet cannot be wrong. */
const signInFailed = (failure: Failure, { code }: SignInValues): FormError<SignInField> =>
  failure.code === 'SIGN_IN_CODE_REQUIRED' && code !== undefined
    ? requestFailed(failure, { code: 'refused' })
    : requestFailed(failure, credentialIssues(failure.code));

/** `email` is what was typed in one of the two forms; the other form offers it. */
export type SignInModel = {
  form: SignInState;
  email: string | undefined;
  /** Whether the form asks for the code of a password reset. */
  asksCode: boolean;
};

export type SignInController = FormController<SignInModel> & {
  consent: SignInServices['consent'];
  openRecovery(typedEmail: string): void;
  closeRecovery(typedEmail: string): void;
};

/** Signing in and password recovery (product-spec.md#4-states-and-transitions and #5-validation-rules). */
export const createSignInController = (services: SignInServices, element: ElementContext): SignInController => {
  const { set, send, reportFailure, ...core } = createFormCore<SignInModel>(
    { form: { step: 'editing' }, email: undefined, asksCode: false },
    ({ form }) => form.step === 'done',
    (step, more) =>
      element.step({ step, form: core.state().form.step === 'recovering' ? 'recovery' : 'sign-in', ...more }),
  );
  const show = (form: SignInState, change: Partial<SignInModel> = {}): void =>
    set({ ...core.state(), ...change, form });
  /** Changes the state of the form that is shown: of the sign-in, or of the recovery. */
  const update = (state: FormState<SignInField>, change?: Partial<SignInModel>): void =>
    show(core.state().form.step === 'recovering' ? { step: 'recovering', recovery: state } : state, change);
  const fail = (formError: FormError<SignInField>): void => {
    const asksCode = core.state().asksCode || formError.failure.code === 'SIGN_IN_CODE_REQUIRED';
    update({ step: 'failed', ...formError }, { asksCode });
    reportFailure(formError.failure);
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
    const formError = checkSignIn(values, !asksConsent || formText(data, 'cookies') !== '');
    if (formError !== null) return fail(formError);
    if (asksConsent) services.consent.giveNecessary();
    void send(
      (signal) =>
        services.signIn({ ...values, language: element.language(), keep, partner: partnerOf(element) }, signal),
      {
        sent: () => update({ step: 'submitting' }),
        failed: (failure) => fail(signInFailed(failure, values)),
        succeeded: (result) => {
          show({ step: 'done' });
          element.recordConversion('sign_in');
          element.succeeded(result);
        },
      },
    );
  };

  const recover = (data: FormData): void => {
    const email = formEmail(data);
    const formError = checkEmail(email);
    if (formError !== null) return fail(formError);
    void send((signal) => services.sendRecoveryMail(email, element.language(), signal), {
      sent: () => update({ step: 'submitting' }, { email }),
      failed: (failure) => fail(requestFailed(failure, credentialIssues(failure.code))),
      succeeded: () => show({ step: 'mail-promised' }),
    });
  };

  return {
    ...core,
    consent: services.consent,
    submit: (data) => {
      const { step } = core.state().form;
      if (core.isBusy() || step === 'done' || element.mode().kind === 'blocked') return;
      if (step === 'recovering') recover(data);
      else signIn(data);
    },
    openRecovery: (email) => {
      if (!core.isBusy()) show({ step: 'recovering', recovery: { step: 'editing' } }, { email });
    },
    closeRecovery: (email) => {
      if (!core.isBusy()) show({ step: 'editing' }, { email });
    },
  };
};
