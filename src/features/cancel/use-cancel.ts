import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { DeclarationKind, LeavingReason } from '../../contracts/declaration.ts';
import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useRequest } from '../../ui/use-request.ts';
import { cancelFlow, cancelStart, type Source } from './cancel-flow.ts';
import type { CancelServices } from './cancel-services.ts';

export type CancelProps = {
  /** Messages of `cancel`. */
  t: Translate;
  language: Language;
  services: CancelServices;
  theme?: Theme | undefined;
  /** The secret of a mailed link, or null. It is read once, when the element is connected. */
  secret: string | null;
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called when the element shows what can be ended, or why not. */
  onReady(): void;
  onDeclared(kind: DeclarationKind): void;
};

/** Runs the flow with the services. */
export const useCancel = (props: CancelProps) => {
  const { t, language: lang, services, onAuthError, onReady, onDeclared } = props;
  const secret = props.secret === '' ? null : props.secret;
  const [token] = useState(() => services.session.read()?.token ?? null);
  const [state, dispatch] = useReducer(cancelFlow, secret !== null || token !== null, cancelStart);
  const send = useRequest();

  const sentence = (failure: Failure): string =>
    failure.code === 'NOT_FOUND' ? t('tooLateToUndo') : errorSentence(t, 'account', failure.code, failure);
  const failed = (failure: Failure) => {
    dispatch({ type: 'failed', failure });
    onAuthError({ code: failure.code, message: sentence(failure) });
  };
  const sent = () => dispatch({ type: 'sent' });

  const open = () => {
    const opening = () => dispatch({ type: 'opening' });
    if (secret !== null) {
      void send((signal) => services.readLink(secret, signal), {
        sent: opening,
        succeeded: (declaration) => dispatch({ type: 'linkRead', declaration }),
        failed,
      });
    } else if (token !== null) {
      void send((signal) => services.look(token, signal), {
        sent: opening,
        succeeded: (leaving) => dispatch({ type: 'looked', leaving }),
        failed,
      });
    }
  };

  const declare = (source: Source, kind: DeclarationKind, signal: AbortSignal) => {
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
  const confirm = () => {
    if (state.step !== 'recap') return;
    const { source, kind } = state;
    void send((signal) => declare(source, kind, signal), {
      sent,
      succeeded: (declaration) => {
        dispatch({ type: 'received', declaration });
        onDeclared(kind);
      },
      failed,
    });
  };
  const undo = () =>
    void send((signal) => services.undo(token ?? '', signal), {
      sent,
      succeeded: (leaving) => dispatch({ type: 'looked', leaving }),
      failed,
    });
  const giveReason = (reason: LeavingReason) => {
    if (state.step !== 'received') return;
    const { id } = state.declaration;
    void send((signal) => services.giveReason({ id, reason }, signal), {
      sent,
      succeeded: () => dispatch({ type: 'reasonGiven' }),
      failed: (failure) => dispatch({ type: 'failed', failure }),
    });
  };

  const begin = useEffectEvent(() => open());
  useEffect(() => begin(), []);
  const isOpening = state.step === 'opening';
  const showed = useEffectEvent(() => onReady());
  // The content is in the page now, so that a portal's page can show what is below it.
  useEffect(() => {
    if (!isOpening) showed();
  }, [isOpening]);

  return { state, dispatch, sentence, open, confirm, undo, giveReason };
};
export type CancelActions = ReturnType<typeof useCancel>;
