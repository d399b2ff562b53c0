import { useState } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Result } from '../../lib/result.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { useAction } from '../../ui/use-action.ts';
import { DeletionPassword, type DeletionProof } from './deletion-password.tsx';
import { DeletionWarning } from './deletion-warning.tsx';

export type DeleteAccountProps = {
  t: Translate;
  email: string;
  /** `proof`: for a new sign-in before the deletion. */
  deleteAccount(proof?: DeletionProof): (signal: AbortSignal) => Promise<Result<void>>;
  sendRecoveryMail(signal: AbortSignal): Promise<Result<void>>;
  onDeleted(): void;
  /** Called when a field of the confirmation is empty. */
  onIncomplete(failure: Failure): void;
};

/**
 * Deletes the account in three steps (product-spec.md#2-screens-and-routes): a warning, a confirmation, the call. When
 * the sign-in is more than fifteen minutes old, the confirmation asks for the password too
 * (decisions.md#4-sessions-and-tokens), and after a password reset for the mailed code, as the log-in does.
 */
export function DeleteAccount(props: DeleteAccountProps) {
  const { t, email, deleteAccount, sendRecoveryMail, onDeleted, onIncomplete } = props;
  const [open, setOpen] = useState<'nothing' | 'warning' | 'confirm'>('nothing');
  const [asked, ask] = useState<'nothing' | 'password' | 'code' | 'right code'>('nothing');
  const { state, run, reset } = useAction<void>();
  const deleting = state.step === 'running';
  const begin = () => {
    reset();
    ask('nothing');
    setOpen('warning');
  };
  const sendDeletion = (proof?: DeletionProof) =>
    run(deleteAccount(proof), {
      succeeded: onDeleted,
      failed: ({ code }) => {
        if (code === 'RECENT_SIGN_IN_REQUIRED') ask('password');
        if (code === 'SIGN_IN_CODE_REQUIRED') ask((before) => (before === 'password' ? 'code' : 'right code'));
      },
    });
  // To be asked for the code is the next step, and no error.
  const isNextStep = state.step === 'failed' && state.failure.code === 'SIGN_IN_CODE_REQUIRED' && asked === 'code';
  // The dialog may be closed by then: Escape closes it, but does not cancel the request.
  const failure = state.step === 'failed' && state.failure.code !== 'RECENT_SIGN_IN_REQUIRED' && (
    <Message tone={isNextStep ? 'info' : 'bad'}>
      {isNextStep ? '' : `${t('delete.failed')} `}
      {errorSentence(t, 'account', state.failure.code, state.failure)}
    </Message>
  );
  return (
    <div className="maths-leave">
      {open === 'nothing' && failure}
      <Button look="quiet" busy={deleting} onClick={begin}>
        {t('delete.open')}
      </Button>
      {open !== 'nothing' && (
        <DeletionWarning t={t} onClose={() => setOpen('nothing')} onGoOn={() => setOpen('confirm')} />
      )}
      {open === 'confirm' && (
        <Dialog heading={t('delete.confirm.heading')} onClose={() => setOpen('warning')}>
          <p className="maths-lead">{t('delete.confirm.text', { email })}</p>
          {asked !== 'nothing' ? (
            <DeletionPassword
              {...{ t, email, deleting, failure, sendRecoveryMail, onIncomplete }}
              asksCode={asked === 'code' || asked === 'right code'}
              onKeep={() => setOpen('warning')}
              onDelete={sendDeletion}
            />
          ) : (
            <>
              {failure}
              <div className="maths-choices">
                <Button look="soft" onClick={() => setOpen('warning')}>
                  {t('delete.confirm.no')}
                </Button>
                <Button look="danger" busy={deleting} onClick={() => sendDeletion()}>
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
