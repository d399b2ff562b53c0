import { limits } from '../../config/limits.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import { looksLikeEmail } from '../../lib/email-shape.ts';
import { stopped, type Problem as FormProblem } from '../shared/problem.ts';

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

/** The check before sending, in the spec's order; null when all is well. A widget has neither box: both count as given. */
export const checkSignUp = ({ email, password, agreement, consent }: SignUpValues): Problem | null => {
  const missing: SignUpField[] = [];
  if (email === '') missing.push('email');
  if (password === '') missing.push('password');
  if (!agreement) missing.push('agreement');
  if (missing.length > 0) return stopped('REQUIRED_FIELDS', missing);
  if (!consent) return stopped('COOKIE_CONSENT_REQUIRED', ['cookies']);
  if (!looksLikeEmail(email)) return stopped('InvalidEmailAddress', ['email']);
  if (password.length < limits.passwordMinimum) return stopped('PASSWORD_TOO_SHORT', ['password']);
  if (password.length > limits.passwordMaximum) return stopped('PASSWORD_TOO_LONG', ['password']);
  return null;
};

/** Which fields an answer of the server speaks about. */
export const refused = (failure: Failure): Problem => ({ failure, fields: fieldsOf(failure.code), sent: true });

const fieldsOf = (code: ErrorCode): readonly SignUpField[] => {
  switch (code) {
    case 'EmailAddressNotAvailable':
    case 'USER_ALREADY_EXISTS':
    case 'InvalidEmailAddress':
      return ['email'];
    case 'InvalidPassword':
      return ['password'];
    case 'InvalidEmailOrPassword':
    case 'INVALID_PAYLOAD':
      return ['email', 'password'];
    default:
      return [];
  }
};

/** The address has an account: the message offers the way to sign in. */
export const hasAccount = ({ code }: Failure): boolean =>
  code === 'EmailAddressNotAvailable' || code === 'USER_ALREADY_EXISTS';
