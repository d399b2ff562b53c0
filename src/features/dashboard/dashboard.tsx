import { errorSentence } from '../../i18n/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { AccountView } from './account-view.tsx';
import type { DashboardProps } from './dashboard-props.ts';
import { OpeningView } from './opening-view.tsx';
import { useDashboard } from './use-dashboard.ts';

/** The parent's account (spec section 2, `/dashboard`). */
export function Dashboard(props: DashboardProps) {
  const { t, language, theme, services, confirmationUrl } = props;
  const { state, retry, ...actions } = useDashboard(props);
  const content = () => {
    switch (state.step) {
      case 'opening':
        return <OpeningView label={t('opening')} />;
      case 'left':
        return <Message tone="ok">{t(state.deleted ? 'deleted' : 'left')}</Message>;
      case 'unreachable':
        return (
          <>
            <Message tone="bad">{errorSentence(t, 'account', state.failure.code, state.failure)}</Message>
            <div className="maths-actions">
              <Button onClick={retry}>{t('common.retry')}</Button>
              <Button look="line" onClick={actions.logOut}>
                {t('logOut')}
              </Button>
            </div>
          </>
        );
      case 'open':
        return <AccountView {...{ t, language, state, actions, confirmationUrl }} visit={services.visit} />;
    }
  };
  return <Frame theme={theme}>{content()}</Frame>;
}
