import type { ReactNode } from 'react';
import { brand } from '../../config/brand.ts';
import { Button, Link } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-form.tsx';
import { useController, useElement } from '../shared/use-element.ts';
import type { AccountViewProps, DashboardController } from './controller.ts';
import { CopyOfData, DeleteAccount, OwnerPrompt } from './delete-account.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { moodOf, nextStepOf } from './plan.ts';
import dialogCss from '../../ui/dialog.css?inline';
import dashboardCss from './dashboard.css?inline';

/** The parent's account (product-spec.md#2-screens-and-routes, `/dashboard`). Only the plan waits for the servers. */
export function Dashboard({ controller }: { controller: DashboardController }) {
  const { t } = useElement();
  const state = useController(controller);
  const { page } = state;
  if (page.step === 'left') {
    return (
      <ElementFrame>
        <Message tone="ok">{t(page.deleted ? 'deleted' : 'left')}</Message>
      </ElementFrame>
    );
  }
  const { email, notice } = page;
  return (
    <ElementFrame>
      <div className="maths-hello" part="log-out">
        <Button variant="line" onClick={controller.logOut}>
          {t('logOut')}
        </Button>
      </div>
      {notice !== null && (
        <Message key={notice.name} tone={['paid', 'moved-in'].includes(notice.name) ? 'ok' : 'info'}>
          {t(`notice.${notice.name}`, notice)}
        </Message>
      )}
      <OwnerPrompt name="moveIn" state={state.moveIn} request={controller.moveIn} email={email} />
      {/* A class, because Chromium does not lay out again what `:has()` in a container query has hidden. */}
      <div className={page.step === 'opening' ? 'maths-account maths-account-opening' : 'maths-account'}>
        <PlanPanel {...{ page, state, controller }} />
        <AccountDetails {...{ page, state, controller }} />
      </div>
      <DeleteAccount email={email} state={state.deletion} deletion={controller.deletion} />
    </ElementFrame>
  );
}
Dashboard.styles = [dialogCss, dashboardCss];

type RowProps = { name: string; text: string; children?: ReactNode };

function Row({ name, text, children }: RowProps) {
  return (
    <div className="maths-row">
      <dt>{name}</dt>
      <dd>{text}</dd>
      {children !== undefined && <dd>{children}</dd>}
    </div>
  );
}

function AccountDetails({ page, state: { recovery, manage, copy }, controller }: AccountViewProps) {
  const { t, link, sentence } = useElement();
  const { email } = page;
  const sending = recovery.step === 'running';
  const account = page.step === 'open' ? page.account : null;
  const next = account && nextStepOf(account);
  const isOpening = manage.step === 'running';
  return (
    <section className="maths-panel" part="panel">
      <h2 className="maths-heading maths-panel-heading" part="heading">
        {t('heading')}
      </h2>
      <dl className="maths-rows">
        {account && account.customerID !== null && next !== 'pay' && (
          <Row name={t('manage.heading')} text={t('manage.text')}>
            <Button variant="line" busy={isOpening} onClick={controller.manage}>
              {t(isOpening ? 'running.payment' : next === null ? 'manage.invoices' : 'manage.button')}
            </Button>
          </Row>
        )}
        <Row name={t('common.email')} text={email} />
        <Row name={t('common.password')} text={t('resetLead')}>
          <Button variant="line" busy={sending} onClick={controller.sendRecoveryMail}>
            {t(sending ? 'sending' : 'reset')}
          </Button>
        </Row>
        {/* A member has it in the panel above. */}
        {(account === null || moodOf(account) !== 'good') && (
          <Row name={t('play.heading')} text={t('play.text')}>
            <Link href={link('/confirmation')}>{t('play.link')}</Link>
          </Row>
        )}
        <Row name={t('data.heading')} text={t('data.text')}>
          <CopyOfData email={email} state={copy} copy={controller.copy} />
        </Row>
        <Row name={t('help.heading')} text={t('help.text')}>
          <Link href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</Link>
        </Row>
      </dl>
      {manage.step === 'failed' && next !== 'pay' && (
        <Message tone="bad">{`${t('payment.failed')} ${sentence(manage.failure)}`}</Message>
      )}
      {recovery.step === 'done' && <Message tone="ok">{t('sent', { email })}</Message>}
      {recovery.step === 'failed' && <Message tone="bad">{sentence(recovery.failure)}</Message>}
    </section>
  );
}
