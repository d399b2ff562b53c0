import { type ChangeEvent, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';
import { type FileProblem, mostNames } from './level-names.ts';

type FilePanelProps = { problem: FileProblem | null; onFile(file: File): void };

/** The browser's field for a file, onto which a file can also be dropped. */
export function FilePanel({ problem, onFile }: FilePanelProps) {
  const { t } = useElement();
  const id = useId();
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file !== undefined) onFile(file);
    // Allows choosing the same file again after a correction.
    currentTarget.value = '';
  };
  return (
    <div className="maths-file">
      <label className="maths-label" htmlFor={`${id}file`}>
        {t('file.label')} <span className="maths-hint">{t('file.hint', { most: mostNames })}</span>
      </label>
      <input
        id={`${id}file`}
        type="file"
        name="levels"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${id}problem`}
        onChange={change}
      />
      {problem !== null && (
        <Message id={`${id}problem`} tone="bad" focused={false}>
          {t(`file.problems.${problem}`, { most: mostNames })}
        </Message>
      )}
    </div>
  );
}

type KeyFormProps = { refused: boolean; onKey(key: string): void };

/** Asks for the admin key. It is a text field whose style hides its characters, so that no browser offers to save it. */
export function KeyForm({ refused, onKey }: KeyFormProps) {
  const { t } = useElement();
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
          autoComplete="off"
          problem={refused ? t('key.problem') : undefined}
        />
        <Button type="submit">{t('key.submit')}</Button>
      </div>
    </Form>
  );
}
