import { brand } from '../../config/brand.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { useLifecycleEvents } from '../../ui/use-lifecycle-events.ts';
import { useConsented } from '../shared/use-consented.ts';
import { useController } from '../shared/use-controller.ts';
import { PaymentStep } from './payment-step.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import type { SignUpProps } from './sign-up-props.ts';

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
