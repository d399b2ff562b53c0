import { useState } from 'react';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Result } from '../../lib/result.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { useAction } from '../../ui/use-action.ts';
import { DeletionPassword } from './deletion-password.tsx';
import { DeletionWarning } from './deletion-warning.tsx';

export type DeleteAccountProps = {
  t: Translate;
  email: string;
  /** `password`: for a new sign-in before the deletion. */
  deleteAccount(password?: string): (signal: AbortSignal) => Promise<Result<void>>;
  sendRecoveryMail(signal: AbortSignal): Promise<Result<void>>;
  onDeleted(): void;
};

/**
 * Deletes the account in three steps (product-spec.md#2-screens-and-routes): a warning, a confirmation, the call. When
 * the sign-in is more than fifteen minutes old, the confirmation asks for the password too
 * (decisions.md#4-sessions-and-tokens).
 */
export function DeleteAccount({ t, email, deleteAccount, sendRecoveryMail, onDeleted }: DeleteAccountProps) {
  const [open, setOpen] = useState<'nothing' | 'warning' | 'confirm'>('nothing');
  const [asksPassword, askPassword] = useState(false);
  const { state, run, reset } = useAction<void>();
  const deleting = state.step === 'running';
  const begin = () => {
    reset();
    askPassword(false);
    setOpen('warning');
  };
  const sendDeletion = (password?: string) =>
    run(deleteAccount(password), {
      succeeded: onDeleted,
      failed: ({ code }) => code === 'RECENT_SIGN_IN_REQUIRED' && askPassword(true),
    });
  // The dialog may be closed by then: Escape closes it, but does not cancel the request.
  const failure = state.step === 'failed' && state.failure.code !== 'RECENT_SIGN_IN_REQUIRED' && (
    <Message tone="bad">
      {t('delete.failed')} {errorSentence(t, 'account', state.failure.code, state.failure)}
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
          {asksPassword ? (
            <DeletionPassword
              {...{ t, email, deleting, failure, sendRecoveryMail }}
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
