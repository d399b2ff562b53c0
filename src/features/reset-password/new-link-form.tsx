import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Message } from '../../ui/message.tsx';
import { ElementForm } from '../shared/element-form.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import type { FormState } from '../shared/form-error.ts';
import { useElement } from '../shared/use-element.ts';
import type { ResetPasswordField } from './reset-password-flow.ts';

export type NewLinkFormProps = {
  /** Whether the link was valid once. */
  isSpent: boolean;
  state: FormState<ResetPasswordField>;
  onSubmit(data: FormData): void;
};

/** Requests a link when there is none, or the current one is no longer valid. */
export function NewLinkForm({ isSpent, state, onSubmit }: NewLinkFormProps) {
  const { t, element, sentence } = useElement();
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  return (
    <ElementForm
      label={t(isSpent ? 'newLink.heading' : 'newLink.first')}
      busy={busy}
      failed={failed}
      onSubmit={onSubmit}
    >
      {isSpent && failed === undefined && <Message tone="bad">{sentence({ code: 'LINK_EXPIRED' })}</Message>}
      <div className="maths-fields">
        <EmailField
          label={t('common.email')}
          defaultValue={element.attribute('email')}
          problem={fieldSentence(t, failed)('email')}
        />
        <Button type="submit" busy={busy}>
          {t(busy ? 'newLink.submitting' : isSpent ? 'newLink.submit' : 'newLink.submitFirst')}
        </Button>
      </div>
    </ElementForm>
  );
}
