import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import type { ActionState } from '../shared/action.ts';
import { useElement } from '../shared/use-element.ts';

export type SignInDetailsProps = {
  email: string;
  /** The mail for a new password. */
  recovery: ActionState;
  onSend(): void;
};

/** Shows who is signed in, and a button to change the password. The owner sees why a mail could not be sent. */
export function SignInDetails({ email, recovery, onSend }: SignInDetailsProps) {
  const { t, sentence } = useElement();
  const sending = recovery.step === 'running';
  return (
    <section className="maths-panel" part="panel">
      <h2 className="maths-heading maths-panel-heading" part="heading">
        {t('heading')}
      </h2>
      <dl className="maths-rows">
        <div className="maths-row">
          <dt>{t('common.email')}</dt>
          <dd className="maths-address">{email}</dd>
        </div>
        <div className="maths-row">
          <dt>{t('common.password')}</dt>
          <dd>{t('resetLead')}</dd>
          <dd>
            <Button look="line" busy={sending} onClick={onSend}>
              {t(sending ? 'sending' : 'reset')}
            </Button>
          </dd>
        </div>
      </dl>
      {recovery.step === 'done' && <Message tone="ok">{t('sent', { email })}</Message>}
      {recovery.step === 'failed' && <Message tone="bad">{sentence(recovery.failure)}</Message>}
    </section>
  );
}
