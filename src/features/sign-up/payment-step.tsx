import type { Failure } from '../../contracts/error-codes.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import type { PaymentState } from './sign-up-flow.ts';

export type PaymentStepProps = {
  t: Translate;
  state: PaymentState;
  /** The portal's `/dashboard`: the account exists, whether or not the payment succeeds. */
  dashboardUrl: string;
  sentence(failure: Failure): string;
  onGoToPayment(): void;
};

/**
 * The last step of signing up: the account is open, and the browser goes to the payment page. A failure of this step
 * can be retried separately.
 */
export function PaymentStep({ t, state, dashboardUrl, sentence, onGoToPayment }: PaymentStepProps) {
  const failed = state.step === 'failed';
  const busy = state.step === 'opening';
  return (
    <>
      {failed ? (
        <Message key="failed" tone="bad">
          {`${t('payment.failed')} ${sentence(state.failure)}`}
        </Message>
      ) : (
        <Message tone="ok">{t('payment.next')}</Message>
      )}
      <Button busy={busy} onClick={onGoToPayment}>
        {t(busy ? 'payment.opening' : failed ? 'common.retry' : 'payment.open')}
      </Button>
      {!busy && (
        <p className="maths-after">
          <Link href={dashboardUrl}>{t('payment.account')}</Link>
        </p>
      )}
    </>
  );
}
