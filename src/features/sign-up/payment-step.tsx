import { useEffect, useEffectEvent } from 'react';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { useDeparture } from '../../ui/use-departure.ts';
import type { SignUpServices } from './sign-up-services.ts';

export type PaymentStepProps = {
  t: Translate;
  language: Language;
  services: Pick<SignUpServices, 'openPayment' | 'visit'>;
  /** Whose account was opened. */
  account: AuthResult;
  coupon?: string | undefined;
  /** The portal's `/dashboard`: the account is there, whatever becomes of the payment. */
  dashboardUrl: string;
  onAuthError(problem: { code: ErrorCode; message: string }): void;
};

/** The account is open; what is left of signing up is the way to the payment page, which can be tried by itself. */
export function PaymentStep(props: PaymentStepProps) {
  const { t, language, services, account, coupon } = props;
  const { state, depart } = useDeparture(services.visit);
  const sentence = (failure: Failure) => errorSentence(t, 'account', failure.code, failure);
  const goToPayment = () =>
    depart(
      (signal) => services.openPayment(account, { language, coupon }, signal),
      (failure) => props.onAuthError({ code: failure.code, message: sentence(failure) }),
    );
  const goOn = useEffectEvent(goToPayment);
  useEffect(() => goOn(), []);

  const failed = state.step === 'failed';
  const busy = state.step === 'running';
  return (
    <>
      {failed ? (
        <Message key="failed" tone="bad">
          {t('payment.failed')} {sentence(state.failure)}
        </Message>
      ) : (
        <Message tone="ok">{t('payment.next')}</Message>
      )}
      <Button busy={busy} onClick={goToPayment}>
        {t(busy ? 'payment.opening' : failed ? 'common.retry' : 'payment.open')}
      </Button>
      {!busy && (
        <p className="maths-after">
          <Link href={props.dashboardUrl}>{t('payment.account')}</Link>
        </p>
      )}
    </>
  );
}
