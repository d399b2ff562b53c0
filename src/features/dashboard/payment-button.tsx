import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Result } from '../../lib/result.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { useExternalRedirect } from '../../ui/use-external-redirect.ts';

export type PaymentButtonProps = {
  t: Translate;
  look: ButtonProps['look'];
  label: string;
  /** Returns the page's address. */
  ask(signal: AbortSignal): Promise<Result<string>>;
  visit(url: string): void;
};

/** A button that leads to one of the payment provider's pages, or shows why it cannot. */
export function PaymentButton({ t, look = 'brand', label, ask, visit }: PaymentButtonProps) {
  const { state, redirect } = useExternalRedirect(visit);
  const busy = state.step === 'running';
  return (
    <div className="maths-action">
      {/* That error is shown above the account, which is loaded again. */}
      {state.step === 'failed' && state.failure.code !== 'ALREADY_SUBSCRIBED' && (
        <Message tone="bad">
          {`${t('payment.failed')} ${errorSentence(t, 'account', state.failure.code, state.failure)}`}
        </Message>
      )}
      <Button look={look} busy={busy} onClick={() => redirect(ask)}>
        {busy ? t('payment.opening') : label}
      </Button>
    </div>
  );
}
