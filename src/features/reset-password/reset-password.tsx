import { useEffectEvent, useLayoutEffect } from 'react';
import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Frame } from '../../ui/frame.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { useLifecycleEvents } from '../../ui/use-lifecycle-events.ts';
import { useController } from '../shared/use-controller.ts';
import { NewLinkForm } from './new-link-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import type { ResetPasswordController } from './reset-password-controller.ts';

export type ResetPasswordProps = {
  /** Translations of `reset-password`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  controller: ResetPasswordController;
  theme?: Theme | undefined;
  /** Prefills the address of the form that requests another link. */
  email?: string | undefined;
  /** The portal's `/signin`. */
  signInUrl: string;
  /** Called for each error message; `message` is the sentence that the form shows. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called with the view, before it is painted: the page has a heading for `set` only. */
  onViewChange(view: 'set' | 'spent'): void;
  /** Called once, when the view is mounted. */
  onReady(): void;
};

/** The view that sets a new password from a mailed link, or requests another link (decisions.md#6-flows). */
export function ResetPassword(props: ResetPasswordProps) {
  const { t, controller, theme, email, signInUrl, onAuthError, onReady } = props;
  const sentence = (failure: Failure) => errorSentence(t, 'account', failure.code, failure);
  const state = useController(controller, (failure) => onAuthError({ code: failure.code, message: sentence(failure) }));
  useLifecycleEvents(onReady);
  const shown = state.step === 'link-spent' || state.step === 'mail-promised' ? 'spent' : 'set';
  const tell = useEffectEvent(props.onViewChange);
  useLayoutEffect(() => tell(shown), [shown]);
  const heading = (text: string) => (
    <h1 className="maths-heading" part="heading">
      {text}
    </h1>
  );
  const form = { t, sentence, onSubmit: controller.submit };
  const content = () => {
    switch (state.step) {
      case 'done':
        return (
          <>
            <Message tone="ok">{t(state.devices === 'signed-out' ? 'doneWithDevices' : 'done')}</Message>
            {state.devices === 'failed' && (
              <Message tone="bad" focused={false}>
                {t('devicesFailed')}
              </Message>
            )}
            <p>{t('code')}</p>
            <Link href={signInUrl} look="button">
              {t('signIn')}
            </Link>
          </>
        );
      case 'mail-promised':
        return (
          <>
            {heading(t('newLink.sent'))}
            <Message tone="ok">{t('promised')}</Message>
          </>
        );
      case 'link-spent':
        return (
          <>
            {heading(t('newLink.expired'))}
            <NewLinkForm {...form} email={email} state={state.request} />
          </>
        );
      default:
        return <NewPasswordForm {...form} state={state} />;
    }
  };
  return <Frame theme={theme}>{content()}</Frame>;
}
