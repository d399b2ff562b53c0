import { limits } from '../../config/limits.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import type { FormState } from '../shared/form-error.ts';
import type { ResetPasswordField } from './reset-password-flow.ts';

export type NewPasswordFormProps = {
  t: Translate;
  state: FormState<ResetPasswordField>;
  sentence(failure: Failure): string;
  onSubmit(data: FormData): void;
};

export function NewPasswordForm({ t, state, sentence, onSubmit }: NewPasswordFormProps) {
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  return (
    <Form
      label={t('heading')}
      busy={busy}
      failedCheck={failed !== undefined && !failed.sent && failed}
      onSubmit={onSubmit}
    >
      {failed !== undefined && (
        <Message tone="bad" focused={failed.sent}>
          {sentence(failed.failure)}
        </Message>
      )}
      <div className="maths-fields">
        <PasswordField
          label={t('newPassword')}
          hint={t('common.passwordHint')}
          autoComplete="new-password"
          minLength={limits.passwordMinimum}
          commonWarning={t('common.commonPassword')}
          problem={fieldSentence(t, failed)('password')}
          show={{ word: t('common.show'), name: t('common.showPassword') }}
          hide={{ word: t('common.hide'), name: t('common.hidePassword') }}
        />
        <Checkbox name="devices" ticked required={false}>
          {t('devices')}
        </Checkbox>
        <Button type="submit" busy={busy}>
          {t(busy ? 'submitting' : 'submit')}
        </Button>
      </div>
    </Form>
  );
}
