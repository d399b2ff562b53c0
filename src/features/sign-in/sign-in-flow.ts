import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import { looksLikeEmail } from '../../lib/email-shape.ts';
import { stopped, type Problem as FormProblem } from '../shared/problem.ts';

/** The steps of signing in (spec sections 4 and 5), without React and without a server. */
export type SignInField = 'email' | 'password' | 'cookies';

export type Problem = FormProblem<SignInField>;

export type FormState = { step: 'editing' } | { step: 'submitting' } | ({ step: 'failed' } & Problem);

export type SignInState =
  | FormState
  /** Back from a recovery that was asked for: the mail is on its way. */
  | { step: 'mail-promised' }
  /** The forgotten-password form, with steps of its own. */
  | { step: 'recovering'; recovery: FormState }
  | { step: 'done' };

export type SignInEvent =
  | { type: 'sent' }
  | ({ type: 'failed' } & Problem)
  | { type: 'signed-in' }
  | { type: 'password-forgotten' }
  | { type: 'password-remembered' }
  | { type: 'mail-promised' };

export const signInStart: SignInState = { step: 'editing' };

const formAfter = (event: { type: 'sent' } | ({ type: 'failed' } & Problem)): FormState => {
  if (event.type === 'sent') return { step: 'submitting' };
  const { failure, fields, sent } = event;
  return { step: 'failed', failure, fields, sent };
};

const isSubmitting = (state: SignInState): boolean =>
  state.step === 'submitting' || (state.step === 'recovering' && state.recovery.step === 'submitting');

export const signInFlow = (state: SignInState, event: SignInEvent): SignInState => {
  switch (event.type) {
    case 'sent':
    case 'failed':
      return state.step === 'recovering' ? { step: 'recovering', recovery: formAfter(event) } : formAfter(event);
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

export type SignInValues = { email: string; password: string };

/** The check before sending; null when all is well. An old password may be shorter than today's minimum. */
export const checkSignIn = ({ email, password }: SignInValues, consent: boolean): Problem | null => {
  const missing: SignInField[] = [];
  if (email === '') missing.push('email');
  if (password === '') missing.push('password');
  if (!consent) missing.push('cookies');
  if (missing.length > 0) return stopped('ALL_FIELDS_REQUIRED', missing);
  return looksLikeEmail(email) ? null : stopped('InvalidEmailAddress', ['email']);
};

export const checkRecovery = (email: string): Problem | null => {
  if (email === '') return stopped('ALL_FIELDS_REQUIRED', ['email']);
  return looksLikeEmail(email) ? null : stopped('InvalidEmailAddress', ['email']);
};

/** Which fields an answer of the server speaks about. */
export const refused = (failure: Failure): Problem => ({ failure, fields: fieldsOf(failure.code), sent: true });

const fieldsOf = (code: ErrorCode): readonly SignInField[] => {
  switch (code) {
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
