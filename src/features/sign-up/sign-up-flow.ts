import type { AuthResult } from '../../contracts/auth-result.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import {
  emailIssue,
  type FieldIssues,
  newPasswordIssue,
  stopped,
  type Problem as FormProblem,
} from '../shared/problem.ts';

/** The steps of signing up (spec sections 4 and 5), without React and without a server. */
export type SignUpField = 'email' | 'password' | 'agreement' | 'cookies';

export type Problem = FormProblem<SignUpField>;

/** The way to the payment page. The account exists from here on, so the payment can be retried by itself. */
export type PaymentState =
  /** The address of the payment page is being requested. */
  | { step: 'opening' }
  /** The browser is on its way to the payment page. */
  | { step: 'leaving'; url: string }
  /** The page was restored from the back/forward cache: the person came back from the payment page. */
  | { step: 'returned' }
  | { step: 'failed'; failure: Failure };

export type SignUpState =
  | { step: 'editing' }
  | { step: 'submitting' }
  | ({ step: 'failed' } & Problem)
  /** On the portal's own pages: the account is open, its session is stored, and the payment page is next. */
  | { step: 'paying'; account: AuthResult; payment: PaymentState }
  /** In a widget: the partner's page decides what is next. */
  | { step: 'done' };

export type SignUpEvent =
  | { type: 'sent' }
  | ({ type: 'failed' } & Problem)
  | { type: 'account-opened'; account: AuthResult }
  | { type: 'payment-changed'; payment: PaymentState }
  | { type: 'reported' };

export const signUpStart: SignUpState = { step: 'editing' };

export const signUpFlow = (state: SignUpState, event: SignUpEvent): SignUpState => {
  switch (event.type) {
    case 'sent':
      return { step: 'submitting' };
    case 'failed':
      return { step: 'failed', failure: event.failure, fields: event.fields, sent: event.sent };
    case 'account-opened':
      return { step: 'paying', account: event.account, payment: { step: 'opening' } };
    case 'payment-changed':
      return state.step === 'paying' ? { ...state, payment: event.payment } : state;
    case 'reported':
      return { step: 'done' };
  }
};

export type SignUpValues = { email: string; password: string; agreement: boolean; consent: boolean };

/** The check before sending; the alert's sentence follows the order of the specification; null when all is well. A widget has neither box: both count as given. */
export const checkSignUp = ({ email, password, agreement, consent }: SignUpValues): Problem | null => {
  const fields: FieldIssues<SignUpField> = {
    email: emailIssue(email),
    password: newPasswordIssue(password),
    agreement: agreement ? undefined : 'missing',
    cookies: consent ? undefined : 'missing',
  };
  // An address that was typed is not missing, whatever else is.
  if (fields.email === 'invalid') return stopped('InvalidEmailAddress', fields);
  const required = [fields.email, fields.password, fields.agreement];
  if (required.includes('missing')) return stopped('REQUIRED_FIELDS', fields);
  if (fields.cookies === 'missing') return stopped('COOKIE_CONSENT_REQUIRED', fields);
  if (fields.password === 'short') return stopped('PASSWORD_TOO_SHORT', fields);
  if (fields.password === 'long') return stopped('PASSWORD_TOO_LONG', fields);
  return null;
};

/** Which fields an answer of the server speaks about. */
export const refused = (failure: Failure): Problem => ({ failure, fields: fieldsOf(failure.code), sent: true });

const fieldsOf = (code: ErrorCode): FieldIssues<SignUpField> => {
  switch (code) {
    case 'EmailAddressNotAvailable':
    case 'USER_ALREADY_EXISTS':
      return { email: 'taken' };
    case 'InvalidEmailAddress':
      return { email: 'invalid' };
    case 'InvalidPassword':
      return { password: 'refused' };
    case 'InvalidEmailOrPassword':
    case 'INVALID_PAYLOAD':
      return { email: 'refused', password: 'refused' };
    default:
      return {};
  }
};

/** The address has an account: the message offers the way to sign in. */
export const hasAccount = ({ code }: Failure): boolean =>
  code === 'EmailAddressNotAvailable' || code === 'USER_ALREADY_EXISTS';
