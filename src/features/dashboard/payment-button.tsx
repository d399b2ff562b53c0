import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Result } from '../../lib/result.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { useDeparture } from '../../ui/use-departure.ts';

export type PaymentButtonProps = {
  t: Translate;
  look: ButtonProps['look'];
  label: string;
  /** Answers the page's address. */
  ask(signal: AbortSignal): Promise<Result<string>>;
  visit(url: string): void;
};

/** Leads to one of the payment provider's pages, or says why not. */
export function PaymentButton({ t, look = 'brand', label, ask, visit }: PaymentButtonProps) {
  const { state, depart } = useDeparture(visit);
  const busy = state.step === 'running';
  return (
    <div className="maths-action">
      {/* That one stands above the account, which is read anew. */}
      {state.step === 'failed' && state.failure.code !== 'ALREADY_SUBSCRIBED' && (
        <Message tone="bad">
          {t('payment.failed')} {errorSentence(t, 'account', state.failure.code, state.failure)}
        </Message>
      )}
      <Button look={look} busy={busy} onClick={() => depart(ask)}>
        {busy ? t('payment.opening') : label}
      </Button>
    </div>
  );
}
