import type { DeclarationKind, LeavingReason } from '../../contracts/declaration.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import type { ElementContext } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/form-controller.ts';
import { type CancelEvent, cancelFlow, type CancelState, cancelStart, type Source } from './cancel-flow.ts';
import type { CancelServices } from './cancel-services.ts';

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
        succeeded: (leaving) => dispatch({ type: 'looked', leaving }),
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
