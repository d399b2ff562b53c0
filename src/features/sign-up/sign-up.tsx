import type { Failure } from '../../contracts/error-codes.ts';
import { Message } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-frame.tsx';
import { useForm } from '../shared/use-controller.ts';
import { useElement } from '../shared/use-element.ts';
import { PaymentStep } from './payment-step.tsx';
import type { SignUpController } from './sign-up-controller.ts';
import { SignUpForm } from './sign-up-form.tsx';

/**
 * The view of signing up (product-spec.md#2-screens-and-routes, #4-states-and-transitions and #5-validation-rules;
 * decisions.md#2-elements, #3-bridge and #6-flows).
 */
export function SignUp({ controller }: { controller: SignUpController }) {
  const { t, sentence } = useElement();
  // The account exists when a payment fails, so the messages of the account are used.
  const say = (failure: Failure) => sentence(failure, controller.state().step === 'paying' ? 'account' : 'sign-up');
  const state = useForm(controller, say);
  const content = () => {
    switch (state.step) {
      case 'done':
        return <Message tone="ok">{t('done')}</Message>;
      case 'paying':
        return <PaymentStep state={state.payment} onGoToPayment={controller.goToPayment} />;
      default:
        return <SignUpForm state={state} consent={controller.consent} onSubmit={controller.submit} />;
    }
  };
  return (
    <ElementFrame
      introduction={state.step === 'done' ? { heading: t('welcome') } : { heading: t('heading'), lead: t('lead') }}
    >
      {content()}
    </ElementFrame>
  );
}
