import { type ChangeEvent, type DragEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';
import { mostNames, type UnreadableFile } from './level-names.ts';

/** Phosphor icons (MIT), like the other icons of the widgets. */
const icon = (path: string) => (
  <svg className="maths-icon" viewBox="0 0 256 256" aria-hidden="true">
    <path d={path} />
  </svg>
);

const UploadIcon = () =>
  icon(
    'M224,144v64a8,8,0,0,1-8,8H40a8,8,0,0,1-8-8V144a8,8,0,0,1,16,0v56H208V144a8,8,0,0,1,16,0ZM93.66,77.66,120,51.31V144a8,8,0,0,0,16,0V51.31l26.34,26.35a8,8,0,0,0,11.32-11.32l-40-40a8,8,0,0,0-11.32,0l-40,40A8,8,0,0,0,93.66,77.66Z',
  );

type FilePanelProps = { unreadable: UnreadableFile | null; onFile(file: File): void };

/** A real file input over the whole box, for keyboards and screen readers. A file can also be dropped. */
export function FilePanel({ unreadable, onFile }: FilePanelProps) {
  const { t } = useElement();
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file !== undefined) onFile(file);
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.currentTarget.files?.[0]);
    // Allows choosing the same file again after a correction.
    event.currentTarget.value = '';
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div className="maths-file">
      <div className={over ? 'maths-drop maths-drop-over' : 'maths-drop'}>
        <UploadIcon />
        <label className="maths-drop-label" htmlFor={`${id}file`}>
          {t('file.label')}
        </label>
        <span className="maths-hint" id={`${id}hint`}>
          {t('file.hint', { most: mostNames })}
        </span>
        <input
          id={`${id}file`}
          type="file"
          name="levels"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-invalid={unreadable === null ? undefined : true}
          aria-describedby={unreadable === null ? `${id}hint` : `${id}problem`}
          onChange={change}
          onDragOver={(event) => drag(event, true)}
          onDragLeave={(event) => drag(event, false)}
          onDrop={drop}
        />
      </div>
      {unreadable !== null && (
        <Message id={`${id}problem`} tone="bad" focused={false}>
          {t(`file.problems.${unreadable.problem}`, { most: mostNames, line: unreadable.line ?? 0 })}
        </Message>
      )}
    </div>
  );
}

type KeyFormProps = { refused: boolean; onKey(key: string): void };

/**
 * Asks for the admin key when the server requires it. It is a text field whose style hides its characters, so that no
 * browser offers to save it.
 */
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
          type="text"
          autoComplete="off"
          problem={refused ? t('key.problem') : undefined}
        />
        <Button type="submit">{t('key.submit')}</Button>
      </div>
    </Form>
  );
}
