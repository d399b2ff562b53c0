import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Choices } from './choices.tsx';
import { DeclarantForm } from './declarant-form.tsx';
import { Recap } from './recap.tsx';
import { Received } from './received.tsx';
import { type CancelProps, useCancel } from './use-cancel.ts';

/** Ends a contract: with its period, or by a withdrawal (decisions.md#6-flows, "Cancelling and withdrawing"). */
export function Cancel(props: CancelProps) {
  const { t, language, theme } = props;
  const { state, dispatch, sentence, open, confirm, undo, giveReason } = useCancel(props);
  const onBack = () => dispatch({ type: 'back' });
  const onAnotherAddress = () => dispatch({ type: 'anotherAddress' });
  const content = () => {
    switch (state.step) {
      case 'opening':
        return <Skeleton label={t('opening')} lines={4} />;
      case 'unreachable':
        return (
          <>
            <Message tone="bad">{sentence(state.failure)}</Message>
            <Button onClick={open}>{t('common.retry')}</Button>
            <Button look="quiet" onClick={onAnotherAddress}>
              {t('withoutAccount')}
            </Button>
          </>
        );
      case 'link-spent':
        return (
          <>
            <Message tone="bad">{t('linkSpent')}</Message>
            <Button onClick={onAnotherAddress}>{t('declareAgain')}</Button>
          </>
        );
      case 'choosing': {
        const error = state.failure === null ? null : sentence(state.failure);
        const onChoose = (kind: Parameters<CancelProps['onDeclared']>[0]) => dispatch({ type: 'chose', kind });
        return <Choices {...{ t, language, state, error, onChoose, onAnotherAddress }} onUndo={undo} />;
      }
      case 'typing':
        return (
          <DeclarantForm {...{ t, state, onBack }} onTyped={(declarant) => dispatch({ type: 'typed', declarant })} />
        );
      case 'recap': {
        const error = state.failure === null ? null : sentence(state.failure);
        return <Recap {...{ t, language, state, error, onBack }} onConfirm={confirm} />;
      }
      case 'received':
        return <Received {...{ t, language, state }} onReason={giveReason} />;
    }
  };
  return <Frame theme={theme}>{content()}</Frame>;
}
