import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import type { Endpoints } from '../../config/endpoints.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import { priceLineId } from '../../contracts/pages.ts';
import { isAndroid, visit } from '../../lib/browser.ts';
import type { Result } from '../../lib/result.ts';
import { createBillingClient, type BillingClient } from '../../services/billing.ts';
import { createActivateToken, type Credentials } from '../../services/users/authenticate.ts';
import { createRegistration, type Registration, signUp } from '../../services/users/sign-up.ts';
import { type Consent, createConsent } from '../../session/consent.ts';
import { parseSession, createSessionStore } from '../../session/session-store.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import {
  checkFailed,
  credentialIssues,
  emailIssue,
  type FieldIssues,
  type FormError,
  type FormState,
  newPasswordIssue,
  requestFailed,
  formEmail,
  formText,
} from '../shared/form-error.ts';
import { normalizePassword } from '../../contracts/typed-text.ts';
import { type ElementContext, partnerOf } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/controller.ts';

/**
 * Registers a person who may retry: when a later step failed, or the response was lost, the account exists already. An
 * email that this page has tried to register is therefore signed in, with the typed password.
 */
export const registerOrResume = (
  { signIn }: Pick<Identity, 'signIn'>,
  { register }: Pick<Registration, 'register'>,
): Registration['register'] => {
  const tried = new Set<string>();
  return async (email, password, signal) => {
    const answer = await register(email, password, signal);
    if (answer.ok || answer.failure.code !== 'EmailAddressNotAvailable') {
      tried.add(email);
      return answer;
    }
    if (!tried.has(email)) return answer;
    const resumed = await signIn(email, password, signal);
    // With a different password, the email is taken, and the message offers to sign in.
    return resumed.ok || resumed.failure.code !== 'InvalidEmailOrPassword' ? resumed : answer;
  };
};

export type SignUpFormServices = Pick<BillingClient, 'purchase'> & {
  signUp(credentials: Credentials, signal: AbortSignal): Promise<Result<AuthResult>>;
  /** Returns what the portal's page says about price, trial and renewal. */
  shownPrice(): string;
  visit(url: string): void;
  consent: Pick<Consent, 'given' | 'giveNecessary' | 'subscribe'>;
};

export const createSignUpServices = (endpoints: Endpoints): SignUpFormServices => {
  const identity = createIdentity(endpoints);
  const registration = createRegistration(endpoints);
  const store = createSessionStore();
  const parts = {
    identity,
    registration: { ...registration, register: registerOrResume(identity, registration) },
    linkDevice: isAndroid() ? registration.linkAndroidDeviceId : undefined,
    users: { activateToken: createActivateToken(endpoints) },
    store,
    canStore: store.isAvailable,
  };
  return {
    signUp: (credentials, signal) => signUp(parts, credentials, signal),
    purchase: createBillingClient(endpoints).purchase,
    shownPrice: () => document.getElementById(priceLineId)?.textContent ?? '',
    visit,
    consent: createConsent(),
  };
};

export type SignUpField = 'email' | 'password' | 'agreement' | 'cookies';

/** The navigation to the payment page. The account exists from here on, so the payment can be retried separately. */
export type PaymentState =
  | { step: 'opening' }
  /** The browser is loading the payment page, or the person returned from it. */
  | { step: 'left' }
  | { step: 'failed'; failure: Failure };

export type SignUpState =
  | FormState<SignUpField>
  /** On the portal's own pages: the account is open, its session is stored, and the payment page is next. */
  | { step: 'paying'; account: AuthResult; payment: PaymentState }
  /** In a widget: the partner's page decides what is next. */
  | { step: 'done' };

export type SignUpValues = { email: string; password: string; agreement: boolean; consent: boolean };

/** Returns null when all values are valid. The messages have the order of the specification. */
export const checkSignUp = ({ email, password, agreement, consent }: SignUpValues): FormError<SignUpField> | null => {
  const fields: FieldIssues<SignUpField> = {
    email: emailIssue(email),
    password: newPasswordIssue(password),
    agreement: agreement ? undefined : 'missing',
    cookies: consent ? undefined : 'missing',
  };
  // A typed email counts as present, even if it is invalid.
  if (fields.email === 'invalid') return checkFailed('InvalidEmailAddress', fields);
  const required = [fields.email, fields.password, fields.agreement];
  if (required.includes('missing')) return checkFailed('REQUIRED_FIELDS', fields);
  if (fields.cookies === 'missing') return checkFailed('COOKIE_CONSENT_REQUIRED', fields);
  if (fields.password === 'short') return checkFailed('PASSWORD_TOO_SHORT', fields);
  if (fields.password === 'long') return checkFailed('PASSWORD_TOO_LONG', fields);
  return null;
};

/** Returns whether the email has an account, so that the message offers to sign in. */
export const hasAccount = ({ code }: Failure): boolean =>
  code === 'EmailAddressNotAvailable' || code === 'USER_ALREADY_EXISTS';

export type SignUpController = FormController<SignUpState> & {
  consent: SignUpFormServices['consent'];
  goToPayment(): void;
};

/**
 * Signs a parent up and, on the portal's own pages, opens the payment page (product-spec.md#4-states-and-transitions
 * and #5-validation-rules).
 */
export const createSignUpController = (services: SignUpFormServices, element: ElementContext): SignUpController => {
  const { set, send, reportFailure, ...core } = createFormCore<SignUpState>(
    { step: 'editing' },
    ({ step }) => step === 'done',
    (step, more) => element.step({ step, form: 'sign-up', ...more }),
  );
  const fail = (formError: FormError<SignUpField>): void => {
    set({ step: 'failed', ...formError });
    reportFailure(formError.failure);
  };
  const changePayment = (account: AuthResult, payment: PaymentState): void => set({ step: 'paying', account, payment });

  const goToPayment = (): void => {
    const state = core.state();
    if (state.step !== 'paying') return;
    const { account } = state;
    const token = parseSession(account.session)?.token ?? '';
    const language = element.language();
    const shown = services.shownPrice();
    const order = { userID: account.userID, token, language, coupon: element.attribute('coupon'), shown };
    void send((signal) => services.purchase(order, signal), {
      sent: () => changePayment(account, { step: 'opening' }),
      succeeded: (url) => {
        changePayment(account, { step: 'left' });
        services.visit(url);
      },
      failed: (failure) => {
        changePayment(account, { step: 'failed', failure });
        reportFailure(failure);
      },
    });
  };

  /** The emails whose conversion was recorded: a retry of a partly completed sign-up is not a second one. */
  const recorded = new Set<string>();

  const signUp = (data: FormData): void => {
    const keep = element.mode().kind === 'first-party';
    // A widget does not read the cookie: in a sandboxed frame `document.cookie` throws.
    const asksConsent = keep && !services.consent.given();
    const account = { email: formEmail(data), password: normalizePassword(formText(data, 'password')) };
    const formError = checkSignUp({
      ...account,
      agreement: !keep || formText(data, 'agreement') !== '',
      consent: !asksConsent || formText(data, 'cookies') !== '',
    });
    if (formError !== null) return fail(formError);
    if (asksConsent) services.consent.giveNecessary();
    const onUserRecord = (): void => {
      if (!recorded.has(account.email)) element.recordConversion('sign_up');
      recorded.add(account.email);
    };
    const page = {
      language: element.language(),
      keep,
      partner: partnerOf(element),
      ...(keep && { shown: services.shownPrice() }),
    };
    const credentials = { ...account, ...page, onUserRecord };
    void send((signal) => services.signUp(credentials, signal), {
      sent: () => set({ step: 'submitting' }),
      failed: (failure) =>
        fail(requestFailed(failure, hasAccount(failure) ? { email: 'taken' } : credentialIssues(failure.code))),
      succeeded: (result) => {
        set(keep ? { step: 'paying', account: result, payment: { step: 'opening' } } : { step: 'done' });
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
  };
};
