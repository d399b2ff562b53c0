import type { MouseEvent } from 'react';
import { formText } from '../../lib/form-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/field.tsx';
import { ElementForm } from '../shared/element-form.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import type { FormState } from '../shared/form-error.ts';
import { useElement } from '../shared/use-element.ts';
import type { SignInField } from './sign-in-flow.ts';

export type RecoveryFormProps = {
  state: FormState<SignInField>;
  email: string | undefined;
  onSubmit(data: FormData): void;
  onBack(typedEmail: string): void;
};

/** Requests the mail that opens `/reset-password`. It is first-party only: a widget links to the portal instead. */
export function RecoveryForm(props: RecoveryFormProps) {
  const { state } = props;
  const { t } = useElement();
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  const goBack = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) =>
    props.onBack(form === null ? '' : formText(new FormData(form), 'email'));
  return (
    <ElementForm
      label={t('recovery.heading')}
      busy={busy}
      failed={failed}
      heading={
        <>
          {/* The heading has level 1, and the portal's page hides its own while this one is shown. */}
          <h1 className="maths-heading" part="heading">
            {t('recovery.heading')}
          </h1>
          <p className="maths-lead">{t('recovery.lead')}</p>
        </>
      }
      takesFocus
      onSubmit={props.onSubmit}
    >
      <div className="maths-fields">
        <EmailField label={t('common.email')} defaultValue={props.email} problem={fieldSentence(t, failed)('email')} />
        <Button type="submit" busy={busy}>
          {t(busy ? 'recovery.submitting' : 'recovery.submit')}
        </Button>
        <Button look="quiet" onClick={goBack}>
          {t('recovery.back')}
        </Button>
      </div>
    </ElementForm>
  );
}
