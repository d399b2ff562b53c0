import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';
import type { Deletion, DeletionState } from './deletion.ts';
import { DeletionPassword } from './deletion-password.tsx';
import { DeletionWarning } from './deletion-warning.tsx';

export type DeleteAccountProps = { email: string; state: DeletionState; deletion: Deletion };

/** The button that deletes the account, and its dialogs. */
export function DeleteAccount({ email, state, deletion }: DeleteAccountProps) {
  const { t, sentence } = useElement();
  const { dialog, asks, request } = state;
  const deleting = request.step === 'running';
  const keep = () => deletion.show('warning');
  // To be asked for the code is the next step, and no error.
  const isNextStep = request.step === 'failed' && request.failure.code === 'SIGN_IN_CODE_REQUIRED' && asks === 'code';
  // The dialog may be closed by then: Escape closes it, but does not cancel the request.
  const failure = request.step === 'failed' && request.failure.code !== 'RECENT_SIGN_IN_REQUIRED' && (
    <Message tone={isNextStep ? 'info' : 'bad'}>
      {isNextStep ? '' : `${t('delete.failed')} `}
      {sentence(request.failure)}
    </Message>
  );
  return (
    <div className="maths-leave">
      {dialog === 'none' && failure}
      <Button look="quiet" busy={deleting} onClick={deletion.begin}>
        {t('delete.open')}
      </Button>
      {dialog !== 'none' && (
        <DeletionWarning onClose={() => deletion.show('none')} onGoOn={() => deletion.show('confirmation')} />
      )}
      {dialog === 'confirmation' && (
        <Dialog heading={t('delete.confirm.heading')} onClose={keep}>
          <p className="maths-lead">{t('delete.confirm.text', { email })}</p>
          {asks !== 'nothing' ? (
            <DeletionPassword {...{ email, state, deletion, failure }} onKeep={keep} />
          ) : (
            <>
              {failure}
              <div className="maths-choices">
                <Button look="soft" onClick={keep}>
                  {t('delete.confirm.no')}
                </Button>
                <Button look="danger" busy={deleting} onClick={() => deletion.submit()}>
                  {t(deleting ? 'delete.confirm.deleting' : 'delete.confirm.yes')}
                </Button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </div>
  );
}
