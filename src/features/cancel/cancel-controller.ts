import type { Endpoints } from '../../config/endpoints.ts';
import {
  type Declaration,
  type DeclarationKind,
  declarantNameMaximum,
  type Leaving,
  type LeavingReason,
} from '../../contracts/declaration.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { createLeavingClient, type LeavingClient } from '../../services/leaving/leaving.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';
import type { ElementContext } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/form-controller.ts';
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
      /** Whether the parent has just chosen to keep the membership. */
      isKept: boolean;
    }
  /** `problem` has a new value for each check that failed. */
  | { step: 'typing'; kind: DeclarationKind; typed: Declarant; problem: DeclarantError | null }
  | { step: 'recap'; kind: DeclarationKind; source: Source; busy: boolean; failure: Failure | null }
  | { step: 'received'; declaration: Declaration; source: Source; reason: 'open' | 'sending' | 'given' };

export type CancelEvent =
  | { type: 'opening' }
  | { type: 'failed'; failure: Failure }
  | { type: 'looked'; leaving: Leaving; isKept?: boolean }
  | { type: 'linkRead'; declaration: Declaration }
  | { type: 'chose'; kind: DeclarationKind }
  | { type: 'typed'; declarant: Declarant }
  | { type: 'back' }
  | { type: 'anotherAddress' }
  | { type: 'sent' }
  | { type: 'received'; declaration: Declaration }
  | { type: 'reasonGiven' };

const choosing = (source: Exclude<Source, { by: 'link' }>, isBack = false, isKept = false): CancelState => ({
  step: 'choosing',
  source,
  busy: false,
  failure: null,
  isBack,
  isKept,
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
      return choosing({ by: 'account', leaving: event.leaving }, state.step === 'choosing', event.isKept);
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

export type CancelServices = LeavingClient & { session: Pick<SessionStore, 'read'> };

export const createCancelServices = (endpoints: Endpoints): CancelServices => ({
  ...createLeavingClient(endpoints),
  session: createSessionStore(),
});

export type CancelController = FormController<CancelState> & {
  dispatch(event: CancelEvent): void;
  /** Reads the mailed link or the membership, again after a failure. */
  open(): void;
  /** Declares what the summary shows. */
  confirm(): void;
  /** Takes a cancellation back. */
  undo(): void;
  giveReason(reason: LeavingReason): void;
};

/**
 * Ends a contract (decisions.md#6-flows, "Cancelling and withdrawing").
 * @param secret the secret of a mailed link, or null
 */
export const createCancelController = (
  services: CancelServices,
  element: ElementContext,
  secret: string | null,
): CancelController => {
  // A widget reads no session: a partner's page has none of ours.
  const token = element.mode().kind === 'first-party' ? (services.session.read()?.token ?? null) : null;
  const { send, reportFailure, ...core } = createFormCore<CancelState, CancelEvent>(cancelFlow, cancelStart);
  const { dispatch } = core;
  // The prerendered view is that of a visitor.
  if (secret !== null || token !== null) dispatch({ type: 'opening' });
  const reports = {
    sent: () => dispatch({ type: 'sent' }),
    failed: (failure: Failure) => {
      dispatch({ type: 'failed', failure });
      reportFailure(failure);
    },
  };

  const open = (): void => {
    const opening = { ...reports, sent: () => dispatch({ type: 'opening' }) };
    if (secret !== null) {
      void send((signal) => services.readLink(secret, signal), {
        ...opening,
        succeeded: (declaration) => dispatch({ type: 'linkRead', declaration }),
      });
    } else if (token !== null) {
      void send((signal) => services.look(token, signal), {
        ...opening,
        succeeded: (leaving) => dispatch({ type: 'looked', leaving }),
      });
    }
  };

  const declare = (source: Source, kind: DeclarationKind, signal: AbortSignal) => {
    const lang = element.language();
    switch (source.by) {
      case 'account':
        return services.declare(token ?? '', { kind, lang }, signal);
      case 'link':
        return services.confirmLink(secret ?? '', signal);
      case 'visitor': {
        const { name, email } = source.declarant ?? { name: '', email: '' };
        return services.declareByMail({ kind, lang, name, email }, signal);
      }
    }
  };

  return {
    ...core,
    // The prerendered view has no field.
    submit: () => undefined,
    open,
    confirm: () => {
      const state = core.state();
      if (state.step !== 'recap') return;
      const { source, kind } = state;
      void send((signal) => declare(source, kind, signal), {
        ...reports,
        succeeded: (declaration) => {
          dispatch({ type: 'received', declaration });
          element.emit('declared', { kind });
        },
      });
    },
    undo: () =>
      void send((signal) => services.undo(token ?? '', signal), {
        ...reports,
        succeeded: (leaving) => dispatch({ type: 'looked', leaving, isKept: true }),
      }),
    giveReason: (reason) => {
      const state = core.state();
      if (state.step !== 'received') return;
      const { id } = state.declaration;
      void send((signal) => services.giveReason({ id, reason }, signal), {
        ...reports,
        succeeded: () => dispatch({ type: 'reasonGiven' }),
        // A reason is optional, so nobody needs to know that it was lost.
        failed: (failure) => dispatch({ type: 'failed', failure }),
      });
    },
    start: () => {
      open();
      return core.abort;
    },
  };
};
