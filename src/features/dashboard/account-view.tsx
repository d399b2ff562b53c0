import type { ReactNode } from 'react';
import { brand } from '../../config/brand.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import type { SignedInState } from './dashboard-flow.ts';
import { DeleteAccount } from './delete-account.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { SignInDetails } from './sign-in-details.tsx';
import type { DashboardActions } from './use-dashboard.ts';

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
  t: Translate;
  language: Language;
  state: SignedInState;
  actions: DashboardActions;
  visit(url: string): void;
  confirmationUrl: string;
};

/** Shows the account, the subscription and the actions, with the deletion last. Only the plan waits for the servers. */
export function AccountView({ t, language, state, actions, visit, confirmationUrl }: AccountViewProps) {
  const { email, notice } = state;
  return (
    <>
      <div className="maths-hello" part="log-out">
        <Button look="line" onClick={actions.logOut}>
          {t('logOut')}
        </Button>
      </div>
      {notice !== null && (
        <Message key={notice} tone="info">
          {t(`notice.${notice}`)}
        </Message>
      )}
      {/* A class, because Chromium does not lay out again what `:has()` in a container query has hidden. */}
      <div className={state.step === 'opening' ? 'maths-account maths-account-opening' : 'maths-account'}>
        <div>
          <PlanPanel {...{ t, language, state, actions, visit }} />
          <SignInDetails t={t} email={email} sendRecoveryMail={actions.sendRecoveryMail(email)} />
        </div>
        <div className="maths-side">
          <SidePanel heading={t('play.heading')} text={t('play.text')}>
            <Link href={confirmationUrl}>{t('play.link')}</Link>
          </SidePanel>
          <SidePanel heading={t('help.heading')} text={t('help.text')}>
            <Link href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</Link>
          </SidePanel>
        </div>
      </div>
      <DeleteAccount
        t={t}
        email={email}
        deleteAccount={(proof) => actions.deleteAccount(email, proof)}
        sendRecoveryMail={actions.sendRecoveryMail(email)}
        onDeleted={actions.accountDeleted}
        onIncomplete={actions.reportFailure}
      />
    </>
  );
}
