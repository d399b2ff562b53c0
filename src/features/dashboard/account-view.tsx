import type { ReactNode } from 'react';
import { brand } from '../../config/brand.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';
import type { DashboardController, DashboardState } from './dashboard-controller.ts';
import type { SignedInState } from './dashboard-flow.ts';
import { DeleteAccount } from './delete-account.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { SignInDetails } from './sign-in-details.tsx';

/** A short text at the side, with a link. */
function SidePanel({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
  return (
    <section className="maths-panel" part="panel">
      <h2 className="maths-heading maths-panel-heading" part="heading">
        {heading}
      </h2>
      <p className="maths-side-text">{text}</p>
      {children}
    </section>
  );
}

export type AccountViewProps = {
  page: SignedInState;
  state: DashboardState;
  controller: DashboardController;
};

/** Shows the account, the subscription and the actions, with the deletion last. Only the plan waits for the servers. */
export function AccountView({ page, state, controller }: AccountViewProps) {
  const { t, link } = useElement();
  const { email, notice } = page;
  return (
    <>
      <div className="maths-hello" part="log-out">
        <Button look="line" onClick={controller.logOut}>
          {t('logOut')}
        </Button>
      </div>
      {notice !== null && (
        <Message key={notice} tone="info">
          {t(`notice.${notice}`)}
        </Message>
      )}
      {/* A class, because Chromium does not lay out again what `:has()` in a container query has hidden. */}
      <div className={page.step === 'opening' ? 'maths-account maths-account-opening' : 'maths-account'}>
        <div>
          <PlanPanel {...{ page, state, controller }} />
          <SignInDetails email={email} recovery={state.recovery} onSend={controller.sendRecoveryMail} />
        </div>
        <div className="maths-side">
          <SidePanel heading={t('play.heading')} text={t('play.text')}>
            <Link href={link('/confirmation')}>{t('play.link')}</Link>
          </SidePanel>
          <SidePanel heading={t('help.heading')} text={t('help.text')}>
            <Link href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</Link>
          </SidePanel>
        </div>
      </div>
      <DeleteAccount email={email} state={state.deletion} deletion={controller.deletion} />
    </>
  );
}
