import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import { PasswordAndCode } from '../shared/password-and-code.tsx';
import { useElement } from '../shared/use-element.ts';
import { UserName } from '../shared/user-name.tsx';
import { asksCode, type Deletion, type DeletionState } from './deletion.ts';

export type DeletionPasswordProps = {
  email: string;
  state: DeletionState;
  deletion: Deletion;
  /** Why the last attempt failed, as a message. */
  failure: ReactNode;
  onKeep(): void;
};

/** Asks for the password before the account is deleted, and offers a recovery mail to a person who forgot it. */
export function DeletionPassword({ email, state, deletion, failure, onKeep }: DeletionPasswordProps) {
  const { t, sentence } = useElement();
  const { request, incomplete, recovery } = state;
  const deleting = request.step === 'running';
  const sending = recovery.step === 'running';
  return (
    <Form
      label={t('delete.confirm.heading')}
      busy={deleting}
      failedCheck={incomplete ?? false}
      onSubmit={deletion.submit}
    >
      {/* The failure that asks for the code explains it. */}
      {!asksCode(state) && <Message tone="info">{t('delete.confirm.password', { email })}</Message>}
      {incomplete === null ? (
        failure
      ) : (
        <Message tone="bad" focused={false}>
          {sentence(incomplete.failure)}
        </Message>
      )}
      <div className="maths-fields">
        <UserName email={email} />
        <PasswordAndCode asksCode={asksCode(state)} problem={fieldSentence(t, incomplete ?? undefined)} />
        <Button look="quiet" busy={sending} onClick={deletion.sendRecoveryMail}>
          {t(sending ? 'delete.confirm.sending' : 'delete.confirm.forgotten')}
        </Button>
        {recovery.step === 'done' && <Message tone="ok">{t('sent', { email })}</Message>}
        {recovery.step === 'failed' && <Message tone="bad">{sentence(recovery.failure)}</Message>}
      </div>
      <div className="maths-choices">
        <Button look="soft" onClick={onKeep}>
          {t('delete.confirm.no')}
        </Button>
        <Button type="submit" look="danger" busy={deleting}>
          {t(deleting ? 'delete.confirm.deleting' : 'delete.confirm.yes')}
        </Button>
      </div>
    </Form>
  );
}
