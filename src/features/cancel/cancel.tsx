import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ElementFrame } from '../shared/element-form.tsx';
import { useBlocked, useController, useReady } from '../shared/use-controller.ts';
import { type Sentence, useElement } from '../shared/use-element.ts';
import type { CancelController } from './cancel-controller.ts';
import { Choices } from './choices.tsx';
import { DeclarantForm } from './declarant-form.tsx';
import { Recap } from './recap.tsx';
import { Received } from './received.tsx';

/** Ends a contract: with its period, or by a withdrawal (decisions.md#6-flows, "Cancelling and withdrawing"). */
export function Cancel({ controller }: { controller: CancelController }) {
  const { t, sentence } = useElement();
  const say: Sentence = (failure) => {
    if (failure.code === 'NOT_FOUND') return t('tooLateToUndo');
    return failure.code === 'INVALID_PAYLOAD' ? t('refused') : sentence(failure);
  };
  const state = useController(controller, say);
  // A page of the portal shows what is below the element from now on.
  useReady(state.step !== 'opening');
  const isBlocked = useBlocked();
  const { dispatch } = controller;
  const onBack = () => dispatch({ type: 'back' });
  const onAnotherAddress = () => dispatch({ type: 'anotherAddress' });
  const content = () => {
    switch (state.step) {
      case 'opening':
        return <Skeleton label={t('opening')} lines={4} />;
      case 'unreachable':
        return (
          <>
            <Message tone="bad">{say(state.failure)}</Message>
            <Button onClick={controller.open}>{t('common.retry')}</Button>
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
      case 'choosing':
        return (
          <Choices
            {...{ state, onAnotherAddress }}
            error={state.failure && say(state.failure)}
            onChoose={(kind) => dispatch({ type: 'chose', kind })}
            onUndo={controller.undo}
          />
        );
      case 'typing':
        return <DeclarantForm {...{ state, onBack }} onTyped={(declarant) => dispatch({ type: 'typed', declarant })} />;
      case 'recap':
        return (
          <Recap {...{ state, onBack }} error={state.failure && say(state.failure)} onConfirm={controller.confirm} />
        );
      case 'received':
        return <Received state={state} onReason={controller.giveReason} />;
    }
  };
  return (
    <ElementFrame introduction={{ heading: t('heading') }}>
      {isBlocked ? <Message tone="bad">{sentence({ code: 'INVALID_PARENT_ORIGIN' })}</Message> : content()}
    </ElementFrame>
  );
}
