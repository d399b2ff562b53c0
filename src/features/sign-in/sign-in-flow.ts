import type { Failure } from '../../contracts/error-codes.ts';
import {
  credentialIssues,
  emailIssue,
  type FieldIssues,
  nextFormState,
  type FormEvent,
  type FormState,
  type FormError,
  requestFailed,
  checkFailed,
} from '../shared/form-error.ts';

/**
 * The states of signing in (product-spec.md#4-states-and-transitions and #5-validation-rules), without React and
 * without a server.
 */
export type SignInField = 'email' | 'password' | 'code' | 'cookies';

export type SignInState =
  | FormState<SignInField>
  /** The sign-in form after a recovery was requested: the mail is sent. */
  | { step: 'mail-promised' }
  /** The forgotten-password form, with its own states. */
  | { step: 'recovering'; recovery: FormState<SignInField> }
  | { step: 'done' };

export type SignInEvent =
  | FormEvent<SignInField>
  | { type: 'signed-in' }
  | { type: 'password-forgotten' }
  | { type: 'password-remembered' }
  | { type: 'mail-promised' };

export const signInStart: SignInState = { step: 'editing' };

const isSubmitting = (state: SignInState): boolean =>
  state.step === 'submitting' || (state.step === 'recovering' && state.recovery.step === 'submitting');

export const signInFlow = (state: SignInState, event: SignInEvent): SignInState => {
  switch (event.type) {
    case 'sent':
    case 'failed':
      return state.step === 'recovering'
        ? { step: 'recovering', recovery: nextFormState(event) }
        : nextFormState(event);
    case 'signed-in':
      return { step: 'done' };
    case 'password-forgotten':
      return isSubmitting(state) ? state : { step: 'recovering', recovery: { step: 'editing' } };
    case 'password-remembered':
      return isSubmitting(state) ? state : { step: 'editing' };
    case 'mail-promised':
      return { step: 'mail-promised' };
  }
};

/** `code` is the code of a password reset; undefined unless the form asks for it. */
export type SignInValues = { email: string; password: string; code?: string | undefined };

/**
 * The check before sending. Returns null when all values are valid. An old password may be shorter than today's
 * minimum.
 */
export const checkSignIn = (
  { email, password, code }: SignInValues,
  consent: boolean,
): FormError<SignInField> | null => {
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

/** Returns the problem for an answer to a sign-in. A code that was not asked for yet cannot be wrong. */
export const signInFailed = (failure: Failure, { code }: SignInValues): FormError<SignInField> =>
  failure.code === 'SIGN_IN_CODE_REQUIRED' && code !== undefined
    ? requestFailed(failure, { code: 'refused' })
    : requestFailed(failure, credentialIssues(failure.code));
