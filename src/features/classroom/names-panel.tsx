import { type ChangeEvent, type ClipboardEvent, useId, useState } from 'react';
import { fileText } from '../../lib/files.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Label } from '../../ui/field.tsx';
import { useElement } from '../shared/use-element.ts';
import { type ClassTexts, emptyCell } from './class-view.ts';
import type { ClassroomController } from './controller.ts';
import { isTooLong, type ListedName, namesIn, placesOf, readRegister, type Register, withName } from './register.ts';
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
  onDone(): void;
};

/** A field for the name of each student. The names stay in this browser. */
export function NamesPanel({ controller, texts, reading, names, canKeep, onDone }: NamesPanelProps) {
  const { t } = useElement();
  const students = reading.students.map((student) => student.code);
  const id = useId();
  /** What is in the field with the focus, which can differ from the name: a space at its end, for example. */
  const [typed, setTyped] = useState<{ student: string; text: string } | null>(null);
  const [note, setNote] = useState('');
  /** The names before the last change of several at once, which can be undone. */
  const [before, setBefore] = useState<StudentNames | null>(null);
  /** A list that waits for a yes. */
  const [offer, setOffer] = useState<{ register: Register; from: string } | null>(null);
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
    if (isTooLong(text)) setNote(t('names.long', { names: text.trim() }));
  };
  const fill = (places: ReadonlyMap<ListedName, string>): void => {
    setOffer(null);
    const next = [...places].reduce((known, [{ name }, student]) => withName(known, student, name), names);
    replace(next, t('names.filled', { count: texts.number(places.size) }));
  };
  const open = (text: string, from: string): void => {
    const register = readRegister(text, students);
    const hasNames = namesIn(register).length > 0;
    setNote(hasNames ? '' : t('names.none'));
    if (hasNames) setOffer({ register, from });
  };
  const paste = (event: ClipboardEvent, student: string): void => {
    const pasted = event.clipboardData.getData('text').trim();
    // A part of a name stays where it was pasted.
    if (!/[\t\r\n]/.test(pasted) && namesIn(readRegister(pasted, students)).length < 2) return;
    event.preventDefault();
    if (pasted.length > fileMaximum) setNote(t('names.tooLarge'));
    else open(pasted, student);
  };
  const openFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = currentTarget.files ?? [];
    if (file === undefined) return;
    const text = file.size > fileMaximum ? undefined : await fileText(file);
    // The same file can be chosen again after a correction.
    currentTarget.value = '';
    if (text === undefined) return setNote(t('names.tooLarge'));
    if (text === null) return setNote(t('names.unreadable'));
    open(text, students[0] ?? '');
  };
  return (
    <section className="maths-names" aria-labelledby={`${id}heading`}>
      <h2 id={`${id}heading`} className="maths-package-name">
        {t('names.heading')}
      </h2>
      <p>{t(isKept ? 'names.where' : 'names.lost')}</p>
      <p id={`${id}how`}>{t('names.how')}</p>
      <label className="maths-button maths-button-line maths-names-file">
        {t('names.open')}
        <input
          className="maths-sr-only"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={(event) => void openFile(event)}
        />
      </label>
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
      <p role="status" className="maths-names-note">
        {note}
      </p>
      <div className="maths-names-tools">
        {/* One button, which keeps the focus. */}
        {(before !== null || names.size > 0) && (
          <Button variant="line" onClick={() => replace(before ?? noNames, before === null ? t('names.removed') : '')}>
            {t(before === null ? 'names.remove' : 'names.undo')}
          </Button>
        )}
        <Button onClick={onDone}>{t('names.done')}</Button>
      </div>
      {offer !== null && (
        <NamesPreview {...{ texts, students, ...offer }} onFill={fill} onClose={() => setOffer(null)} />
      )}
    </section>
  );
}

/** How many names a sentence lists. */
const listedMaximum = 12;

type NamesPreviewProps = {
  texts: ClassTexts;
  register: Register;
  /** The codes of the class, and the one where names without a code begin. */
  students: readonly string[];
  from: string;
  onFill(places: ReadonlyMap<ListedName, string>): void;
  onClose(): void;
};

/**
 * Shows what a list would fill in, and from which columns. A list that is read wrongly would give a child another's
 * work.
 */
function NamesPreview({ texts, register, students, from, onFill, onClose }: NamesPreviewProps) {
  const { t } = useElement();
  const id = useId();
  const { labels, rows, columns: likely } = register;
  const [columns, setColumns] = useState(likely);
  /** The lines that are no student: a title, or a head in another language. */
  const [out, setOut] = useState<readonly number[]>([]);
  const all = namesIn(register, columns);
  const list = all.filter((_one, at) => !out.includes(at));
  const places = placesOf(students, from, list);
  const filled = [...places];
  const ends = [filled[0], filled.at(-1)] as const;
  const left = list.filter((one) => !places.has(one));
  const cut = list.filter(({ name }) => isTooLong(name));
  const titleOf = (column: number): string =>
    labels[column] || [column + 1, rows[0]?.[column]?.trim()].filter(Boolean).join(': ');
  /** The choices by their values. Several columns, of which the others replace empty cells, are one of them. */
  const optionsOf = (part: 'first' | 'last') =>
    new Map([likely[part], [], ...labels.map((_label, column) => [column])].map((option) => [option.join(), option]));
  const say = (some: readonly ListedName[]): string =>
    Array.from(some.slice(0, listedMaximum), ({ name }) => name).join(', ') + (some.length > listedMaximum ? ' …' : '');
  return (
    <Dialog heading={t('names.right')} onClose={onClose}>
      <div role="status">
        <p>{t('names.found', { count: texts.number(list.length) })}</p>
        {ends.map(
          (end, at) =>
            end !== undefined && (
              <p key={at === 0 ? 'first' : 'last'}>
                {t(at === 0 ? 'names.firstOf' : 'names.lastOf')} <b dir="auto">{end[0].name}</b> {texts.student(end[1])}
              </p>
            ),
        )}
        {left.length > 0 && <p>{t('names.left', { count: texts.number(left.length), names: say(left) })}</p>}
        {cut.length > 0 && <p>{t('names.long', { names: say(cut) })}</p>}
      </div>
      {labels.length > 1 && (
        <div className="maths-names-columns">
          {(['first', 'last'] as const).map((part) => (
            <div key={part} className="maths-field">
              <Label htmlFor={id + part} text={t(`names.columns.${part}`)} />
              <select
                id={id + part}
                className="maths-input"
                value={columns[part].join()}
                onChange={({ currentTarget: { value } }) => {
                  setColumns({ ...columns, [part]: optionsOf(part).get(value) ?? [] });
                  setOut([]);
                }}
              >
                {[...optionsOf(part)].map(([value, option]) => (
                  <option key={value} value={value}>
                    {option.map(titleOf).join(' / ') || '–'}
                  </option>
                ))}
              </select>
            </div>
          ))}
        </div>
      )}
      {/* Enter answers from each line, as the answer is behind all of them. */}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onFill(places);
        }}
      >
        {/* A line that is no child would move all names after it. */}
        <p id={`${id}untick`}>{t('names.untick')}</p>
        <ol className="maths-names-found" aria-describedby={`${id}untick`}>
          {all.map((one, at) => {
            const student = places.get(one);
            if (student === undefined && !out.includes(at)) return null;
            return (
              <li key={at}>
                <label>
                  <input
                    className="maths-box"
                    type="checkbox"
                    checked={!out.includes(at)}
                    onChange={({ currentTarget: { checked } }) =>
                      setOut(checked ? out.filter((other) => other !== at) : [...out, at])
                    }
                  />
                  <span>
                    {student === undefined ? emptyCell : texts.student(student)} <bdi>{one.name}</bdi>
                  </span>
                </label>
              </li>
            );
          })}
        </ol>
        <div className="maths-choices">
          <Button variant="line" onClick={onClose}>
            {t('names.cancel')}
          </Button>
          <Button type="submit" disabled={places.size === 0}>
            {t('names.fill')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
