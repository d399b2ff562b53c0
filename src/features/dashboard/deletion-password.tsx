import { type ReactNode, useState } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { formText } from '../../lib/form-text.ts';
import type { Result } from '../../lib/result.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { useAction } from '../../ui/use-action.ts';
import { PasswordAndCode } from '../shared/password-and-code.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import { checkFailed, type FormError } from '../shared/form-error.ts';

/** `code`: the code of a password reset, if the form asks for it. */
export type DeletionProof = { password: string; code?: string | undefined };

/** The check before sending. Returns null when no field is empty. */
const checkProof = ({ password, code }: DeletionProof): FormError<keyof DeletionProof> | null => {
  const missing = (value: string | undefined) => (value === '' ? 'missing' : undefined);
  const fields = { password: missing(password), code: missing(code) } as const;
  return Object.values(fields).includes('missing') ? checkFailed('ALL_FIELDS_REQUIRED', fields) : null;
};

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
  /** Called when the form was submitted with an empty field. */
  onIncomplete(failure: Failure): void;
};

/** Asks for the password before the account is deleted, and offers a recovery mail to a person who forgot it. */
export function DeletionPassword(props: DeletionPasswordProps) {
  const { t, email, deleting, asksCode, failure, sendRecoveryMail, onKeep, onDelete, onIncomplete } = props;
  const { state, run } = useAction<void>();
  const [incomplete, setIncomplete] = useState<FormError<keyof DeletionProof> | null>(null);
  const problem = fieldSentence(t, incomplete ?? undefined);
  const sentence = (reason: Failure) => errorSentence(t, 'account', reason.code, reason);
  const sending = state.step === 'running';
  return (
    <Form
      label={t('delete.confirm.heading')}
      busy={deleting}
      failedCheck={incomplete ?? false}
      onSubmit={(data) => {
        if (deleting) return;
        const proof = {
          password: formText(data, 'password'),
          code: asksCode ? formText(data, 'code').trim() : undefined,
        };
        const error = checkProof(proof);
        setIncomplete(error);
        if (error === null) onDelete(proof);
        else onIncomplete(error.failure);
      }}
    >
      {/* The failure that asks for the code explains it. */}
      {!asksCode && <Message tone="info">{t('delete.confirm.password', { email })}</Message>}
      {incomplete === null ? (
        failure
      ) : (
        <Message tone="bad" focused={false}>
          {sentence(incomplete.failure)}
        </Message>
      )}
      <div className="maths-fields">
        {/* Password managers find the password by it. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordAndCode asksCode={asksCode} problem={problem} />
        <Button look="quiet" busy={sending} onClick={() => run(sendRecoveryMail)}>
          {t(sending ? 'delete.confirm.sending' : 'delete.confirm.forgotten')}
        </Button>
        {state.step === 'done' && <Message tone="ok">{t('sent', { email })}</Message>}
        {state.step === 'failed' && <Message tone="bad">{sentence(state.failure)}</Message>}
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
