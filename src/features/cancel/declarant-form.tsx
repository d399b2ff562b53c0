import { withdrawalDays } from '../../config/withdrawal-days.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useElement } from '../shared/use-element.ts';
import type { CancelState, Declarant } from './cancel-flow.ts';

export type DeclarantFormProps = {
  state: Extract<CancelState, { step: 'typing' }>;
  onTyped(declarant: Declarant): void;
  onBack(): void;
};

const textIn = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

/** Asks a visitor who is not signed in for name and address. */
export function DeclarantForm({ state: { kind, typed, missing }, onTyped, onBack }: DeclarantFormProps) {
  const { t, element } = useElement();
  const problem = (name: keyof Declarant) => (missing?.includes(name) ? t(`missing.${name}`) : undefined);
  return (
    <Form
      label={t(`kinds.${kind}.choice`)}
      busy={false}
      failedCheck={missing ?? false}
      takesFocus={missing === null}
      onSubmit={(data) => onTyped({ name: textIn(data, 'name'), email: textIn(data, 'email') })}
    >
      <p className="maths-cancel-text">{t(`kinds.${kind}.explains`, { days: withdrawalDays })}</p>
      <Field
        name="name"
        type="text"
        label={t('name')}
        autoComplete="name"
        autoCapitalize="words"
        defaultValue={typed.name}
        problem={problem('name')}
      />
      <EmailField
        label={t('email')}
        defaultValue={typed.email === '' ? element.attribute('email') : typed.email}
        problem={problem('email')}
      />
      <p className="maths-hint">{t('emailHint')}</p>
      <Button type="submit">{t('goOn')}</Button>
      <Button look="quiet" onClick={onBack}>
        {t('back')}
      </Button>
    </Form>
  );
}
