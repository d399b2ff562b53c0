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
import { PaymentStep } from './payment-step.tsx';
import type { SignUpController } from './sign-up-controller.ts';
import { SignUpForm } from './sign-up-form.tsx';

export type SignUpProps = {
  /** Translations of `sign-up`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  controller: SignUpController;
  mode: FormMode;
  theme?: Theme | undefined;
  /** Prefills the email. */
  email?: string | undefined;
  /** The portal's `/signin`, with query string; a widget opens it in a new tab. */
  signInUrl: string;
  /** The portal's `/dashboard`, where the subscription can be bought too. */
  dashboardUrl: string;
  /** The terms of use: the portal's sample page or the operator's own page. */
  termsUrl: string;
  /** The privacy policy, likewise. */
  privacyUrl: string;
  /** Called for each error message; `message` is the sentence that the form shows. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called once, when the view is mounted. */
  onReady(): void;
};

/**
 * The view of signing up (product-spec.md#2-screens-and-routes, #4-states-and-transitions and #5-validation-rules;
 * decisions.md#2-elements, #3-bridge and #6-flows).
 */
export function SignUp(props: SignUpProps) {
  const { t, controller, mode, theme, email, signInUrl, dashboardUrl, termsUrl, privacyUrl } = props;
  // The account exists when a payment fails, so the messages of the account are used.
  const sentence = (failure: Failure) => errorSentence(t, 'sign-up', failure.code, failure);
  const paymentSentence = (failure: Failure) => errorSentence(t, 'account', failure.code, failure);
  const report = (failure: Failure) => {
    const paying = controller.state().step === 'paying';
    props.onAuthError({ code: failure.code, message: (paying ? paymentSentence : sentence)(failure) });
  };
  const state = useController(controller, report);
  useLifecycleEvents(props.onReady, mode.kind === 'blocked', () => report({ code: 'INVALID_PARENT_ORIGIN' }));

  const firstParty = mode.kind === 'first-party';
  const consented = useConsented(controller.consent, mode);

  const introduction = state.step === 'done' ? { heading: t('welcome') } : { heading: t('heading'), lead: t('lead') };
  const content = () => {
    switch (state.step) {
      case 'done':
        return <Message tone="ok">{t('done')}</Message>;
      case 'paying':
        return (
          <PaymentStep
            {...{ t, dashboardUrl }}
            state={state.payment}
            sentence={paymentSentence}
            onGoToPayment={controller.goToPayment}
          />
        );
      default:
        return (
          <SignUpForm
            {...{ t, state, mode, email, consented, signInUrl, termsUrl, privacyUrl, sentence }}
            onSubmit={controller.submit}
          />
        );
    }
  };
  return (
    <Frame theme={theme} card={firstParty ? undefined : { product: brand.name, ...introduction }}>
      {content()}
    </Frame>
  );
}
