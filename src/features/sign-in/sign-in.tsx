import { useEffectEvent, useLayoutEffect } from 'react';
import { Message } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-frame.tsx';
import { useForm } from '../shared/use-controller.ts';
import { useElement } from '../shared/use-element.ts';
import { RecoveryForm } from './recovery-form.tsx';
import type { SignInController } from './sign-in-controller.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * The view of signing in, with the forgotten-password form (product-spec.md#2-screens-and-routes,
 * #4-states-and-transitions and #5-validation-rules; decisions.md#2-elements, #3-bridge and #6-flows).
 */
export function SignIn({ controller }: { controller: SignInController }) {
  const { t, element } = useElement();
  const { form: state, email, asksCode } = useForm(controller);
  const shown = state.step === 'recovering' ? 'forgotten' : 'signin';
  const tell = useEffectEvent(() => element.setAttribute('mode', shown));
  // Runs before the paint, because the page around the form has a heading for each of the two forms.
  useLayoutEffect(() => tell(), [shown]);

  const shared = { email: email ?? element.attribute('email'), onSubmit: controller.submit };
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
            {...{ state, asksCode }}
            consent={controller.consent}
            returned={email !== undefined}
            onForgotten={controller.openRecovery}
            wasForgotten={() => controller.state().form.step === 'recovering'}
          />
        );
    }
  };
  return (
    <ElementFrame introduction={{ heading: t(state.step === 'done' ? 'welcome' : 'heading') }}>
      {content()}
    </ElementFrame>
  );
}
