import type { AuthResult } from '../../contracts/auth-result.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import {
  credentialIssues,
  emailIssue,
  type FieldIssues,
  newPasswordIssue,
  checkFailed,
  type FormError,
} from '../shared/form-error.ts';

/**
 * The states of signing up (product-spec.md#4-states-and-transitions and #5-validation-rules), without React and
 * without a server.
 */
export type SignUpField = 'email' | 'password' | 'agreement' | 'cookies';

/** The navigation to the payment page. The account exists from here on, so the payment can be retried separately. */
export type PaymentState =
  /** The address of the payment page is being requested. */
  | { step: 'opening' }
  /** The browser is loading the payment page. */
  | { step: 'leaving'; url: string }
  /** The page was restored from the back/forward cache: the person returned from the payment page. */
  | { step: 'returned' }
  | { step: 'failed'; failure: Failure };

export type SignUpState =
  | { step: 'editing' }
  | { step: 'submitting' }
  | ({ step: 'failed' } & FormError<SignUpField>)
  /** On the portal's own pages: the account is open, its session is stored, and the payment page is next. */
  | { step: 'paying'; account: AuthResult; payment: PaymentState }
  /** In a widget: the partner's page decides what is next. */
  | { step: 'done' };

export type SignUpEvent =
  | { type: 'sent' }
  | ({ type: 'failed' } & FormError<SignUpField>)
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

/**
 * The check before sending. Returns null when all values are valid. The order of the messages follows the
 * specification. A widget has neither checkbox; both count as ticked.
 */
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

/** Returns which fields a response of the server concerns. */
export const signUpFieldsOf = (failure: Failure): FieldIssues<SignUpField> =>
  hasAccount(failure) ? { email: 'taken' } : credentialIssues(failure.code);
