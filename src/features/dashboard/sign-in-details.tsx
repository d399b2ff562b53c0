import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Result } from '../../lib/result.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { useAction } from '../../ui/use-action.ts';

export type SignInDetailsProps = {
  t: Translate;
  email: string;
  sendRecoveryMail(signal: AbortSignal): Promise<Result<void>>;
};

/** Shows who is signed in, and a button to change the password. The owner sees why a mail could not be sent. */
export function SignInDetails({ t, email, sendRecoveryMail }: SignInDetailsProps) {
  const { state, run } = useAction<void>();
  const sending = state.step === 'running';
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
            <Button look="line" busy={sending} onClick={() => run(sendRecoveryMail)}>
              {t(sending ? 'sending' : 'reset')}
            </Button>
          </dd>
        </div>
      </dl>
      {state.step === 'done' && <Message tone="ok">{t('sent', { email })}</Message>}
      {state.step === 'failed' && (
        <Message tone="bad">{errorSentence(t, 'account', state.failure.code, state.failure)}</Message>
      )}
    </section>
  );
}
