import type { ReactNode } from 'react';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { formText } from '../../lib/form-text.ts';
import type { Result } from '../../lib/result.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useAction } from '../../ui/use-action.ts';

/** `code`: the code of a password reset, if the form asks for it. */
export type DeletionProof = { password: string; code?: string | undefined };

export type DeletionPasswordProps = {
  t: Translate;
  email: string;
  deleting: boolean;
  /** Whether the form asks for the code of a password reset. */
  asksCode: boolean;
  /** Why the last attempt failed, as a message. */
  failure: ReactNode;
  sendRecoveryMail(signal: AbortSignal): Promise<Result<void>>;
  onKeep(): void;
  onDelete(proof: DeletionProof): void;
};

/** Asks for the password before the account is deleted, and offers a recovery mail to a person who forgot it. */
export function DeletionPassword(props: DeletionPasswordProps) {
  const { t, email, deleting, asksCode, failure, sendRecoveryMail, onKeep, onDelete } = props;
  const { state, run } = useAction<void>();
  const sending = state.step === 'running';
  return (
    <Form
      label={t('delete.confirm.heading')}
      busy={deleting}
      onSubmit={(data) => {
        if (deleting) return;
        onDelete({
          password: formText(data, 'password'),
          code: asksCode ? formText(data, 'code').trim() : undefined,
        });
      }}
    >
      {/* The failure that asks for the code explains it. */}
      {!asksCode && <Message tone="info">{t('delete.confirm.password', { email })}</Message>}
      {failure}
      <div className="maths-fields">
        <PasswordField
          label={t('common.password')}
          autoComplete="current-password"
          show={{ word: t('common.show'), name: t('common.showPassword') }}
          hide={{ word: t('common.hide'), name: t('common.hidePassword') }}
        />
        {asksCode && (
          <Field label={t('common.code')} hint={t('common.codeHint')} name="code" type="text" autoComplete="off" />
        )}
        <Button look="quiet" busy={sending} onClick={() => run(sendRecoveryMail)}>
          {t(sending ? 'delete.confirm.sending' : 'delete.confirm.forgotten')}
        </Button>
        {state.step === 'done' && <Message tone="ok">{t('sent', { email })}</Message>}
        {state.step === 'failed' && (
          <Message tone="bad">{errorSentence(t, 'account', state.failure.code, state.failure)}</Message>
        )}
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
