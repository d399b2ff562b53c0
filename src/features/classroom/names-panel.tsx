import { type ChangeEvent, type ClipboardEvent, useId, useState } from 'react';
import { fileText } from '../../lib/files.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { Button } from '../../ui/button.tsx';
import { useElement } from '../shared/use-element.ts';
import type { ClassTexts } from './class-view.ts';
import type { ClassroomController } from './controller.ts';
import { type ListedName, namesIn, withList, withName } from './name-list.ts';
import { noNames, type StudentNames } from './student-names.ts';

/** The maximum size of a file with names, in bytes. */
const fileMaximum = 1_000_000;

type NamesPanelProps = {
  controller: ClassroomController;
  texts: ClassTexts;
  reading: ClassroomReading;
  names: StudentNames;
  /** Whether the browser stored the names before the panel opened. */
  canKeep: boolean;
  onCards(): void;
};

/** A field for the name of each student. The names stay in this browser. */
export function NamesPanel({ controller, texts, reading, names, canKeep, onCards }: NamesPanelProps) {
  const { t } = useElement();
  const students = reading.students.map((student) => student.code);
  const id = useId();
  /** What stands in the field with the focus, which can differ from the name: a space at its end, for example. */
  const [typed, setTyped] = useState<{ student: string; text: string } | null>(null);
  const [note, setNote] = useState('');
  /** The names before the last change of several at once, which can be undone. */
  const [before, setBefore] = useState<StudentNames | null>(null);
  const [isKept, setKept] = useState(canKeep);

  const replace = (next: StudentNames, said: string): void => {
    setTyped(null);
    setNote(said);
    setBefore(said === '' ? null : names);
    setKept(controller.names?.keep(next) ?? false);
  };
  const type = (student: string, text: string): void => {
    replace(withName(names, student, text), '');
    setTyped({ student, text });
  };
  const fill = (list: readonly ListedName[], from: string): void => {
    const { names: next, left } = withList(names, students, from, list);
    const filled = t('names.filled', { count: texts.number(list.length - left.length) });
    replace(next, left.length === 0 ? filled : `${filled} ${t('names.left', { names: left.join(', ') })}`);
  };
  const paste = (event: ClipboardEvent, student: string): void => {
    const pasted = event.clipboardData.getData('text').trim();
    const list = namesIn(pasted, students);
    // A part of a name stands where it was pasted.
    if (list.length === 0 || (list.length === 1 && !/[\t\r\n]/.test(pasted))) return;
    event.preventDefault();
    fill(list, student);
  };
  const openFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = currentTarget.files ?? [];
    if (file === undefined) return;
    const text = file.size > fileMaximum ? undefined : await fileText(file);
    // The same file can be chosen again after a correction.
    currentTarget.value = '';
    if (text === undefined) return setNote(t('names.tooLarge'));
    if (text === null) return setNote(t('names.unreadable'));
    const list = namesIn(text, students);
    if (list.length === 0) setNote(t('names.none'));
    else fill(list, students[0] ?? '');
  };
  return (
    <section className="maths-names" aria-labelledby={`${id}heading`}>
      <h2 id={`${id}heading`} className="maths-package-name">
        {t('names.heading')}
      </h2>
      <p>{t(isKept ? 'names.where' : 'names.lost')}</p>
      <p id={`${id}how`}>{t('names.how')}</p>
      <div className="maths-names-list" role="group" aria-labelledby={`${id}heading`} aria-describedby={`${id}how`}>
        {students.map((student) => (
          <label key={student}>
            <b>{texts.student(student)}</b>
            <input
              className="maths-input"
              autoComplete="off"
              spellCheck={false}
              value={typed?.student === student ? typed.text : (names.get(student) ?? '')}
              onChange={({ currentTarget }) => type(student, currentTarget.value)}
              onPaste={(event) => paste(event, student)}
              onBlur={() => setTyped(null)}
            />
          </label>
        ))}
      </div>
      <p role="status">{note}</p>
      <div className="maths-names-tools">
        {/* One button, which keeps the focus. */}
        {before !== null ? (
          <Button key="all" look="line" onClick={() => replace(before, '')}>
            {t('names.undo')}
          </Button>
        ) : (
          names.size > 0 && (
            <Button key="all" look="line" onClick={() => replace(noNames, t('names.removed'))}>
              {t('names.remove')}
            </Button>
          )
        )}
        <label className="maths-button maths-button-line maths-names-file">
          {t('names.open')}
          <input
            className="maths-sr-only"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            onChange={(event) => void openFile(event)}
          />
        </label>
        <Button look="line" onClick={onCards}>
          {t('cards.print')}
        </Button>
      </div>
    </section>
  );
}
