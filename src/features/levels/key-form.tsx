import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';

export type KeyFormProps = { t: Translate; refused: boolean; onKey(key: string): void };

/**
 * Asks for the admin key when the server requires it. It is a text field whose style hides its characters, so that no
 * browser offers to save it.
 */
export function KeyForm({ t, refused, onKey }: KeyFormProps) {
  const submit = (data: FormData) => {
    const key = data.get('adminKey');
    if (typeof key === 'string' && key.trim() !== '') onKey(key.trim());
  };
  return (
    <Form label={t('key.heading')} busy={false} takesFocus={!refused} onSubmit={submit}>
      <div className="maths-key">
        {refused && <Message tone="bad">{t('problems.UNAUTHORIZED')}</Message>}
        <Field
          label={t('key.label')}
          hint={t('key.hint')}
          name="adminKey"
          type="text"
          autoComplete="off"
          problem={refused ? t('key.problem') : undefined}
        />
        <Button type="submit">{t('key.submit')}</Button>
      </div>
    </Form>
  );
}
