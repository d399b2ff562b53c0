import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import type { ActionState } from '../shared/action.ts';
import { useElement } from '../shared/use-element.ts';

export type PaymentButtonProps = {
  look: ButtonProps['look'];
  label: string;
  state: ActionState<string>;
  onPress(): void;
};

/** A button that leads to one of the payment provider's pages, or shows why it cannot. */
export function PaymentButton({ look = 'brand', label, state, onPress }: PaymentButtonProps) {
  const { t, sentence } = useElement();
  const busy = state.step === 'running';
  return (
    <div className="maths-action">
      {/* That error is shown above the account, which is loaded again. */}
      {state.step === 'failed' && state.failure.code !== 'ALREADY_SUBSCRIBED' && (
        <Message tone="bad">{`${t('payment.failed')} ${sentence(state.failure)}`}</Message>
      )}
      <Button look={look} busy={busy} onClick={onPress}>
        {busy ? t('payment.opening') : label}
      </Button>
    </div>
  );
}
