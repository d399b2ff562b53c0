import { errorSentence } from '../../i18n/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DashboardProps } from './dashboard-props.ts';
import { SignInDetails } from './sign-in-details.tsx';
import { useDashboard } from './use-dashboard.ts';

/** The parent's account (spec section 2, `/dashboard`). */
export function Dashboard(props: DashboardProps) {
  const { t, theme } = props;
  const { state, retry, logOut, resetPassword } = useDashboard(props);
  const content = () => {
    switch (state.step) {
      case 'opening':
        return <Skeleton label={t('opening')} lines={4} />;
      case 'left':
        return <Message tone="ok">{t('left')}</Message>;
      case 'unreachable':
        return (
          <>
            <Message tone="bad">{errorSentence(t, 'account', state.failure.code, state.failure)}</Message>
            <div className="maths-actions">
              <Button onClick={retry}>{t('common.retry')}</Button>
              <Button look="line" onClick={logOut}>
                {t('logOut')}
              </Button>
            </div>
          </>
        );
      case 'open':
        return (
          <>
            <SignInDetails
              t={t}
              email={state.email}
              mail={state.mail}
              onResetPassword={() => resetPassword(state.email)}
            />
            <Button look="line" onClick={logOut}>
              {t('logOut')}
            </Button>
          </>
        );
    }
  };
  return <Frame theme={theme}>{content()}</Frame>;
}
