import { useState } from 'react';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Result } from '../../lib/result.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { useAction } from '../../ui/use-action.ts';
import { DeletionWarning } from './deletion-warning.tsx';

export type DeleteAccountProps = {
  t: Translate;
  email: string;
  deleteAccount(signal: AbortSignal): Promise<Result<void>>;
  onDeleted(): void;
};

/** The dangerous thing, in three steps (spec section 2): a warning, a confirm, the call. */
export function DeleteAccount({ t, email, deleteAccount, onDeleted }: DeleteAccountProps) {
  const [open, setOpen] = useState<'nothing' | 'warning' | 'confirm'>('nothing');
  const { state, run, reset } = useAction<void>();
  const deleting = state.step === 'running';
  const begin = () => {
    reset();
    setOpen('warning');
  };
  // Wherever one is by then: Escape closes the dialog, it does not call back what was sent.
  const failure = state.step === 'failed' && (
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
          {failure}
          <div className="maths-choices">
            <Button look="soft" onClick={() => setOpen('warning')}>
              {t('delete.confirm.no')}
            </Button>
            <Button look="danger" busy={deleting} onClick={() => run(deleteAccount, { succeeded: onDeleted })}>
              {t(deleting ? 'delete.confirm.deleting' : 'delete.confirm.yes')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
