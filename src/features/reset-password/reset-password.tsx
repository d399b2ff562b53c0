import { useId } from 'react';
import { Frame } from '../../ui/frame.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { NewLinkForm } from './new-link-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import type { ResetPasswordProps } from './reset-password-props.ts';
import { useResetPassword } from './use-reset-password.ts';

/** Sets a new password from a mailed link, or helps to another link (decisions section 6). */
export function ResetPassword(props: ResetPasswordProps) {
  const { t, theme, signInUrl, services } = props;
  const messageId = useId();
  const { state, sentence, setPassword, requestLink } = useResetPassword(props);
  const content = () => {
    switch (state.step) {
      case 'done':
        return (
          <>
            <Message tone="ok">{t('done')}</Message>
            <Link href={signInUrl} look="button">
              {t('signIn')}
            </Link>
          </>
        );
      case 'mail-promised':
        return <Message tone="ok">{t('promised')}</Message>;
      case 'link-spent':
        return (
          <NewLinkForm
            {...{ t, messageId, sentence }}
            state={state.request}
            onBegin={services.warmUp}
            onSubmit={requestLink}
          />
        );
      default:
        return <NewPasswordForm {...{ t, state, messageId, sentence }} onSubmit={setPassword} />;
    }
  };
  return <Frame theme={theme}>{content()}</Frame>;
}
