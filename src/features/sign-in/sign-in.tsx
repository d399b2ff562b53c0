import { useEffectEvent, useId, useLayoutEffect } from 'react';
import { brand } from '../../config/brand.ts';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import type { SignInProps } from './sign-in-props.ts';
import { useSignIn } from './use-sign-in.ts';

/** Signing in, with the forgotten-password form (spec sections 2, 4 and 5; decisions sections 2, 3 and 6). */
export function SignIn(props: SignInProps) {
  const { t, mode, theme, services, signInUrl, signUpUrl } = props;
  const messageId = useId();
  const { state, typedEmail, asksConsent, sentence, signIn, recover, openRecovery, closeRecovery } = useSignIn(props);
  const shared = { t, sentence, messageId, email: typedEmail ?? props.email };
  const form = state.step === 'recovering' ? 'forgotten' : 'signin';
  const tell = useEffectEvent(props.onFormChange);
  // Before it is painted: the page around has a heading for each.
  useLayoutEffect(() => tell(form), [form]);
  const card = mode.kind === 'first-party' ? undefined : { product: brand.name, heading: t('heading') };
  const content = () => {
    switch (state.step) {
      case 'done':
        return <Message tone="ok">{t('done')}</Message>;
      case 'recovering':
        return <RecoveryForm {...shared} state={state.recovery} onSubmit={recover} onBack={closeRecovery} />;
      default:
        return (
          <SignInForm
            {...shared}
            {...{ state, mode, asksConsent, signInUrl, signUpUrl }}
            returned={typedEmail !== undefined}
            onBegin={services.warmUp}
            onSubmit={signIn}
            onForgotten={openRecovery}
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
