import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import type { MailState } from './dashboard-flow.ts';

export type SignInDetailsProps = { t: Translate; email: string; mail: MailState; onResetPassword(): void };

/** Who is signed in, and the way to another password. The owner is told the truth about the mail. */
export function SignInDetails({ t, email, mail, onResetPassword }: SignInDetailsProps) {
  const sending = mail.step === 'sending';
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
            <Button look="line" busy={sending} onClick={onResetPassword}>
              {t(sending ? 'sending' : 'reset')}
            </Button>
          </dd>
        </div>
      </dl>
      {mail.step === 'sent' && <Message tone="ok">{t('sent', { email })}</Message>}
      {mail.step === 'failed' && (
        <Message tone="bad">{errorSentence(t, 'account', mail.failure.code, mail.failure)}</Message>
      )}
    </section>
  );
}
