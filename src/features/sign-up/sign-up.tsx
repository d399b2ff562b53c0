import { useId } from 'react';
import { brand } from '../../config/brand.ts';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { PaymentStep } from './payment-step.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import type { SignUpProps } from './sign-up-props.ts';
import { useSignUp } from './use-sign-up.ts';

/** Signing up (spec sections 2, 4 and 5; decisions sections 2, 3 and 6). */
export function SignUp(props: SignUpProps) {
  const { t, mode, theme, email, services, signInUrl } = props;
  const messageId = useId();
  const { state, consented, sentence, signUp } = useSignUp(props);
  const card =
    mode.kind === 'first-party' ? undefined : { product: brand.name, heading: t('heading'), lead: t('lead') };
  const content = () => {
    switch (state.step) {
      case 'done':
        return <Message tone="ok">{t('done')}</Message>;
      case 'paying':
        return <PaymentStep {...props} account={state.account} />;
      default:
        return (
          <SignUpForm
            {...{ t, state, mode, email, consented, messageId, signInUrl, sentence }}
            onBegin={services.warmUp}
            onSubmit={signUp}
          />
        );
    }
  };
  return (
    <Frame theme={theme} card={card}>
      {content()}
    </Frame>
  );
}
