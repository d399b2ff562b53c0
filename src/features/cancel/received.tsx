import { type LeavingReason, leavingReasons } from '../../contracts/declaration.ts';
import { readableMoment } from '../../lib/date.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';
import type { CancelState } from './cancel-flow.ts';

export type ReceivedProps = {
  state: Extract<CancelState, { step: 'received' }>;
  onReason(reason: LeavingReason): void;
};

/** Acknowledges a declaration with its time. The question for a reason comes afterwards, and is optional. */
export function Received({ state, onReason }: ReceivedProps) {
  const { t } = useElement();
  const { declaration, source, reason } = state;
  const moment = readableMoment(declaration.declaredAt, t.language);
  const email = source.by === 'visitor' ? (source.declarant?.email ?? '') : '';
  return (
    <>
      <Message tone="ok">
        <p className="maths-cancel-text">{t(`kinds.${declaration.kind}.received`, { moment })}</p>
        <p className="maths-cancel-text">
          {declaration.state === 'mailed' ? t('openMail', { email }) : t('mailFollows')}
        </p>
      </Message>
      {declaration.state !== 'mailed' && reason !== 'given' && (
        <fieldset className="maths-cancel-reasons">
          <legend>{t('reason.question')}</legend>
          {leavingReasons.map((name) => (
            <Button key={name} look="line" busy={reason === 'sending'} onClick={() => onReason(name)}>
              {t(`reason.${name}`)}
            </Button>
          ))}
        </fieldset>
      )}
      {reason === 'given' && <Message tone="info">{t('reason.thanks')}</Message>}
    </>
  );
}
