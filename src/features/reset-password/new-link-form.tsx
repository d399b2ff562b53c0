import type { Failure } from '../../contracts/error-codes.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import type { FormState } from '../shared/form-error.ts';
import type { ResetPasswordField } from './reset-password-flow.ts';

export type NewLinkFormProps = {
  t: Translate;
  state: FormState<ResetPasswordField>;
  email: string | undefined;
  sentence(failure: Failure): string;
  onSubmit(data: FormData): void;
};

/** Requests another link when the current one is no longer valid. */
export function NewLinkForm({ t, state, email, sentence, onSubmit }: NewLinkFormProps) {
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  return (
    <Form
      label={t('newLink.heading')}
      busy={busy}
      failedCheck={failed !== undefined && !failed.sent && failed}
      onSubmit={onSubmit}
    >
      {failed === undefined ? (
        <Message tone="bad">{sentence({ code: 'LINK_EXPIRED' })}</Message>
      ) : (
        <Message key="failed" tone="bad" focused={failed.sent}>
          {sentence(failed.failure)}
        </Message>
      )}
      <div className="maths-fields">
        <EmailField label={t('common.email')} defaultValue={email} problem={fieldSentence(t, failed)('email')} />
        <Button type="submit" busy={busy}>
          {t(busy ? 'newLink.submitting' : 'newLink.submit')}
        </Button>
      </div>
    </Form>
  );
}
