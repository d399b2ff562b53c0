import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';
import type { PaymentState } from './sign-up-flow.ts';

export type PaymentStepProps = {
  state: PaymentState;
  onGoToPayment(): void;
};

/**
 * The last step of signing up: the account is open, and the browser goes to the payment page. A failure of this step
 * can be retried separately.
 */
export function PaymentStep({ state, onGoToPayment }: PaymentStepProps) {
  const { t, link, sentence } = useElement();
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
          {/* The account exists, whether or not the payment succeeds. */}
          <Link href={link('/dashboard')}>{t('payment.account')}</Link>
        </p>
      )}
    </>
  );
}
