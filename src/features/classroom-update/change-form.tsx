import type { ClassroomChange } from '../../contracts/school-zone.ts';
import { readableDate } from '../../lib/date.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';

export type ChangeFormProps = {
  change: ClassroomChange;
  classroomCode: string;
  busy: boolean;
  /** Why the change was not applied. */
  error: string | null;
  onSubmit(data: FormData): void;
};

type Line = { name: string; value: string; danger?: boolean };

/** "24 → 22 students". */
const studentsText = (t: Translate, before: number, after: number): string =>
  before === after ? t('studentsStay', { after }) : t('studentsChange', { before, after });

/** Shows the parts of the change, line by line. */
const linesOf = (t: Translate, change: ClassroomChange): Line[] => {
  switch (change.kind) {
    case 'update':
      return [
        { name: t('students'), value: studentsText(t, change.currentStudents, change.numStudents) },
        {
          name: t('progress'),
          value: t(change.reinitialize ? 'progressCleared' : 'progressStays'),
          danger: change.reinitialize,
        },
      ];
    case 'restore':
      return [
        { name: t('progress'), value: t('progressReturns', { date: readableDate(change.clearedAt, t.language) }) },
      ];
  }
};

/** Shows the change of the link. It is applied only by a button, because mail scanners open links too. */
export function ChangeForm({ change, classroomCode, busy, error, onSubmit }: ChangeFormProps) {
  const { t } = useElement();
  const lines: Line[] = [{ name: t('classroom'), value: classroomCode }, ...linesOf(t, change)];
  const clears = change.kind === 'update' && change.reinitialize;
  return (
    <Form label={t(`forms.${change.kind}.heading`)} busy={busy} onSubmit={onSubmit}>
      {error !== null && <Message tone="bad">{error}</Message>}
      <dl className="maths-change">
        {lines.map(({ name, value, danger = false }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={danger ? 'maths-change-danger' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <Checkbox name="newLink" required={false}>
        {t('newLink')} <span className="maths-hint">{t('newLinkHint')}</span>
      </Checkbox>
      <p className="maths-hint">{t('stranger')}</p>
      <Button type="submit" look={clears ? 'danger' : 'brand'} busy={busy}>
        {t(busy ? `forms.${change.kind}.submitting` : `forms.${change.kind}.submit`)}
      </Button>
    </Form>
  );
}
