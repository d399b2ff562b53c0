import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ElementForm } from '../shared/element-form.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import type { FormState } from '../shared/form-error.ts';
import { Password } from '../shared/password.tsx';
import { useElement } from '../shared/use-element.ts';
import { UserName } from '../shared/user-name.tsx';
import type { ResetPasswordField } from './reset-password-flow.ts';

export type NewPasswordFormProps = {
  state: FormState<ResetPasswordField>;
  onSubmit(data: FormData): void;
};

export function NewPasswordForm({ state, onSubmit }: NewPasswordFormProps) {
  const { t, element } = useElement();
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  return (
    <ElementForm label={t('heading')} busy={busy} failed={failed} onSubmit={onSubmit}>
      <div className="maths-fields">
        <UserName email={element.attribute('email')} />
        <Password isNew label={t('newPassword')} problem={fieldSentence(t, failed)('password')} />
        <Checkbox name="devices" ticked required={false}>
          {t('devices')}
        </Checkbox>
        <Button type="submit" busy={busy}>
          {t(busy ? 'submitting' : 'submit')}
        </Button>
      </div>
    </ElementForm>
  );
}
