import { withdrawalDays } from '../../config/withdrawal-days.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { formEmail, formText } from '../../lib/form-text.ts';
import { fieldSentence } from '../shared/element-form.tsx';
import { useElement } from '../shared/use-element.ts';
import type { CancelState, Declarant } from './cancel-flow.ts';

export type DeclarantFormProps = {
  state: Extract<CancelState, { step: 'typing' }>;
  onTyped(declarant: Declarant): void;
  onBack(): void;
};

/** Asks a visitor who is not signed in for name and address. */
export function DeclarantForm({ state: { kind, typed, problem }, onTyped, onBack }: DeclarantFormProps) {
  const { t, element } = useElement();
  const sentenceOf = fieldSentence(t, problem ?? undefined);
  return (
    <Form
      label={t(`kinds.${kind}.choice`)}
      busy={false}
      failedCheck={problem ?? false}
      takesFocus={problem === null}
      onSubmit={(data) => onTyped({ name: formText(data, 'name').trim(), email: formEmail(data) })}
    >
      <p className="maths-cancel-text">{t(`kinds.${kind}.explains`, { days: withdrawalDays })}</p>
      <Field
        name="name"
        type="text"
        label={t('name')}
        autoComplete="name"
        autoCapitalize="words"
        defaultValue={typed.name}
        problem={sentenceOf('name')}
      />
      <EmailField
        label={t('email')}
        defaultValue={typed.email === '' ? element.attribute('email') : typed.email}
        problem={sentenceOf('email')}
      />
      <p className="maths-hint">{t('emailHint')}</p>
      <Button type="submit">{t('goOn')}</Button>
      <Button look="quiet" onClick={onBack}>
        {t('back')}
      </Button>
    </Form>
  );
}
