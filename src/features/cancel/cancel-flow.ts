import {
  type Declaration,
  type DeclarationKind,
  declarantNameMaximum,
  type Leaving,
} from '../../contracts/declaration.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { checkFailed, emailIssue, type FormError, requestFailed } from '../shared/form-error.ts';

/** What a visitor types who is not signed in. */
export type Declarant = { name: string; email: string };
export type DeclarantError = FormError<keyof Declarant>;

/** Who declares: a signed-in parent, the owner of a mailed link, or a visitor; null until a visitor has typed. */
export type Source =
  | { by: 'account'; leaving: Leaving }
  | { by: 'link'; declaration: Declaration }
  | { by: 'visitor'; declarant: Declarant | null };

/**
 * The states of ending a contract (decisions.md#6-flows, "Cancelling and withdrawing"), without React and without a
 * server.
 */
export type CancelState =
  | { step: 'opening' }
  | { step: 'unreachable'; failure: Failure }
  /** The mailed link is too old or was never valid. */
  | { step: 'link-spent' }
  | {
      step: 'choosing';
      source: Exclude<Source, { by: 'link' }>;
      busy: boolean;
      failure: Failure | null;
      isBack: boolean;
    }
  /** `problem` has a new value for each check that failed. */
  | { step: 'typing'; kind: DeclarationKind; typed: Declarant; problem: DeclarantError | null }
  | { step: 'recap'; kind: DeclarationKind; source: Source; busy: boolean; failure: Failure | null }
  | { step: 'received'; declaration: Declaration; source: Source; reason: 'open' | 'sending' | 'given' };

export type CancelEvent =
  | { type: 'opening' }
  | { type: 'failed'; failure: Failure }
  | { type: 'looked'; leaving: Leaving }
  | { type: 'linkRead'; declaration: Declaration }
  | { type: 'chose'; kind: DeclarationKind }
  | { type: 'typed'; declarant: Declarant }
  | { type: 'back' }
  | { type: 'anotherAddress' }
  | { type: 'sent' }
  | { type: 'received'; declaration: Declaration }
  | { type: 'reasonGiven' };

const choosing = (source: Exclude<Source, { by: 'link' }>, isBack = false): CancelState => ({
  step: 'choosing',
  source,
  busy: false,
  failure: null,
  isBack,
});
const nobody = { by: 'visitor', declarant: null } as const;

/** The first state of a visitor without a session and without a mailed link. */
export const cancelStart = choosing(nobody);

/** The codes by which the server says that the session is over. The visitor can then leave without one. */
const sessionCodes = ['TOKEN_EXPIRED', 'UNAUTHORIZED'];

/** Returns null when the declaration can be sent. */
const checkDeclarant = ({ name, email }: Declarant): DeclarantError | null => {
  const nameIssue = name === '' ? 'missing' : name.length > declarantNameMaximum ? 'long' : undefined;
  const fields = { name: nameIssue, email: emailIssue(email) } as const;
  return fields.name === undefined && fields.email === undefined ? null : checkFailed('REQUIRED_FIELDS', fields);
};

const failed = (state: CancelState, failure: Failure): CancelState => {
  if (failure.code === 'LINK_EXPIRED') return { step: 'link-spent' };
  const isAccounts = !('source' in state) || state.source.by === 'account';
  if (sessionCodes.includes(failure.code) && isAccounts) return choosing(nobody);
  switch (state.step) {
    case 'choosing':
      return { ...state, busy: false, failure };
    case 'recap': {
      const { source, kind } = state;
      // The server does not say which of the two it refuses.
      if (failure.code === 'INVALID_PAYLOAD' && source.by === 'visitor' && source.declarant !== null) {
        const problem = requestFailed(failure, { name: 'refused', email: 'refused' } as const);
        return { step: 'typing', kind, typed: source.declarant, problem };
      }
      return { ...state, busy: false, failure };
    }
    case 'received':
      // A reason is optional, so nobody has to try again.
      return { ...state, reason: 'given' };
    default:
      return { step: 'unreachable', failure };
  }
};

const chose = (state: CancelState, kind: DeclarationKind): CancelState => {
  if (state.step !== 'choosing') return state;
  const { source } = state;
  if (source.by === 'account') return { step: 'recap', kind, source, busy: false, failure: null };
  return { step: 'typing', kind, typed: source.declarant ?? { name: '', email: '' }, problem: null };
};

const goBack = (state: CancelState): CancelState => {
  if (state.step === 'typing') return choosing({ by: 'visitor', declarant: state.typed }, true);
  if (state.step !== 'recap' || state.source.by === 'link') return state;
  const { source, kind } = state;
  if (source.by === 'account') return choosing(source, true);
  return { step: 'typing', kind, typed: source.declarant ?? { name: '', email: '' }, problem: null };
};

const sent = (state: CancelState): CancelState => {
  if (state.step === 'choosing' || state.step === 'recap') return { ...state, busy: true, failure: null };
  return state.step === 'received' ? { ...state, reason: 'sending' } : state;
};

export const cancelFlow = (state: CancelState, event: CancelEvent): CancelState => {
  switch (event.type) {
    case 'opening':
      return { step: 'opening' };
    case 'failed':
      return failed(state, event.failure);
    case 'looked':
      return choosing({ by: 'account', leaving: event.leaving }, state.step === 'choosing');
    case 'linkRead': {
      const { declaration } = event;
      const source = { by: 'link', declaration } as const;
      if (declaration.state !== 'mailed') return { step: 'received', declaration, source, reason: 'open' };
      return { step: 'recap', kind: declaration.kind, source, busy: false, failure: null };
    }
    case 'chose':
      return chose(state, event.kind);
    case 'typed': {
      if (state.step !== 'typing') return state;
      const { declarant } = event;
      const problem = checkDeclarant(declarant);
      if (problem !== null) return { ...state, typed: declarant, problem };
      return { step: 'recap', kind: state.kind, source: { by: 'visitor', declarant }, busy: false, failure: null };
    }
    case 'back':
      return goBack(state);
    case 'anotherAddress':
      return choosing(nobody, true);
    case 'sent':
      return sent(state);
    case 'received':
      if (state.step !== 'recap') return state;
      return { step: 'received', declaration: event.declaration, source: state.source, reason: 'open' };
    case 'reasonGiven':
      return state.step === 'received' ? { ...state, reason: 'given' } : state;
  }
};
