import type { Failure } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { ClassroomChange } from '../../contracts/school-zone.ts';
import { readableDate } from '../../i18n/date.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';

export type ChangeFormProps = {
  t: Translate;
  language: Language;
  change: ClassroomChange;
  classroomCode: string;
  busy: boolean;
  failure: Failure | null;
  sentence(failure: Failure): string;
  onSubmit(data: FormData): void;
};

/** What the change is made of, line by line. */
const linesOf = (t: Translate, language: Language, change: ClassroomChange): { name: string; value: string }[] => {
  switch (change.kind) {
    case 'update':
      return [
        { name: t('students'), value: String(change.numStudents) },
        { name: t('progress'), value: t(change.reinitialize ? 'progressCleared' : 'progressStays') },
      ];
    case 'restore':
      return [{ name: t('progress'), value: t('progressReturns', { date: readableDate(change.clearedAt, language) }) }];
  }
};

/** Shows what the link would change. A button does it, for mail scanners open links too. */
export function ChangeForm(props: ChangeFormProps) {
  const { t, language, change, classroomCode, busy, failure, sentence } = props;
  const lines = [{ name: t('classroom'), value: classroomCode }, ...linesOf(t, language, change)];
  return (
    <Form label={t(`forms.${change.kind}.heading`)} busy={busy} onSubmit={props.onSubmit}>
      {failure !== null && <Message tone="bad">{sentence(failure)}</Message>}
      <dl className="maths-change">
        {lines.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Checkbox name="newLink" required={false}>
        {t('newLink')} <span className="maths-hint">{t('newLinkHint')}</span>
      </Checkbox>
      <Button type="submit" busy={busy}>
        {t(busy ? `forms.${change.kind}.submitting` : `forms.${change.kind}.submit`)}
      </Button>
    </Form>
  );
}
