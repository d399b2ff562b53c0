import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { AccountView } from './account-view.tsx';
import { type DashboardProps, useDashboard } from './use-dashboard.ts';

/** The parent's account (product-spec.md#2-screens-and-routes, `/dashboard`). */
export function Dashboard(props: DashboardProps) {
  const { t, language, theme, services, confirmationUrl } = props;
  const { state, ...actions } = useDashboard(props);
  return (
    <Frame theme={theme}>
      {state.step === 'left' ? (
        <Message tone="ok">{t(state.deleted ? 'deleted' : 'left')}</Message>
      ) : (
        // Another person gets a new state, including open questions.
        <AccountView key={state.email} {...{ t, language, state, actions, confirmationUrl }} visit={services.visit} />
      )}
    </Frame>
  );
}
