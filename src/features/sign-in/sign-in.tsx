import { useEffectEvent, useLayoutEffect } from 'react';
import { brand } from '../../config/brand.ts';
import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { useLifecycleEvents } from '../../ui/use-lifecycle-events.ts';
import { useConsented } from '../shared/use-consented.ts';
import { useController } from '../shared/use-controller.ts';
import { RecoveryForm } from './recovery-form.tsx';
import type { SignInController } from './sign-in-controller.ts';
import { SignInForm } from './sign-in-form.tsx';

export type SignInProps = {
  /** Translations of `sign-in`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  controller: SignInController;
  mode: FormMode;
  theme?: Theme | undefined;
  /** Prefills the email. */
  email?: string | undefined;
  /** The portal's `/signin` (a widget's forgotten-password link) and `/signup`, with query string. */
  signInUrl: string;
  signUpUrl: string;
  /** Called for each error message; `message` is the sentence that the form shows. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called with the form that is shown. */
  onFormChange(form: 'signin' | 'forgotten'): void;
  /** Called once, when the view is mounted. */
  onReady(): void;
};

/**
 * The view of signing in, with the forgotten-password form (product-spec.md#2-screens-and-routes,
 * #4-states-and-transitions and #5-validation-rules; decisions.md#2-elements, #3-bridge and #6-flows).
 */
export function SignIn(props: SignInProps) {
  const { t, controller, mode, theme, signInUrl, signUpUrl } = props;
  const sentence = (failure: Failure) => errorSentence(t, 'account', failure.code, failure);
  const report = (failure: Failure) => props.onAuthError({ code: failure.code, message: sentence(failure) });
  const { form: state, email, asksCode } = useController(controller, report);
  useLifecycleEvents(props.onReady, mode.kind === 'blocked', () => report({ code: 'INVALID_PARENT_ORIGIN' }));

  const firstParty = mode.kind === 'first-party';
  const consented = useConsented(controller.consent, mode);

  const shown = state.step === 'recovering' ? 'forgotten' : 'signin';
  const tell = useEffectEvent(props.onFormChange);
  // Runs before the paint, because the page around the form has a heading for each of the two forms.
  useLayoutEffect(() => tell(shown), [shown]);

  const shared = { t, sentence, email: email ?? props.email, onSubmit: controller.submit };
  const content = () => {
    switch (state.step) {
      case 'done':
        return <Message tone="ok">{t('done')}</Message>;
      case 'recovering':
        return <RecoveryForm {...shared} state={state.recovery} onBack={controller.closeRecovery} />;
      default:
        return (
          <SignInForm
            {...shared}
            {...{ state, mode, asksCode, signInUrl, signUpUrl }}
            asksConsent={firstParty && !consented}
            returned={email !== undefined}
            onForgotten={controller.openRecovery}
            wasForgotten={() => controller.state().form.step === 'recovering'}
          />
        );
    }
  };
  return (
    <Frame
      theme={theme}
      card={firstParty ? undefined : { product: brand.name, heading: t(state.step === 'done' ? 'welcome' : 'heading') }}
    >
      {content()}
    </Frame>
  );
}
