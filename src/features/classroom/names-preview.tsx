import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useElement } from '../shared/use-element.ts';
import type { ClassTexts } from './class-view.ts';
import { isTooLong } from './name-list.ts';
import { type NameColumns, namesIn, type Place, placesOf, type Register } from './register.ts';

/** How many names a sentence lists. */
const listedMaximum = 12;

type NamesPreviewProps = {
  texts: ClassTexts;
  register: Register;
  /** The codes of the class, and the one where names without a code begin. */
  students: readonly string[];
  from: string;
  onFill(places: readonly Place[]): void;
  onClose(): void;
};

/**
 * Shows what a list would fill in, and from which columns. A list that is read wrongly would give a child another's
 * work.
 */
export function NamesPreview({ texts, register, students, from, onFill, onClose }: NamesPreviewProps) {
  const { t } = useElement();
  const [columns, setColumns] = useState(register.columns);
  const list = namesIn(register, columns);
  const { places, left } = placesOf(students, from, list);
  const ends = [places[0], places.at(-1)] as const;
  const cut = list.filter(({ name }) => isTooLong(name)).map(({ name }) => name);
  const say = (names: readonly string[]): string =>
    names.slice(0, listedMaximum).join(', ') + (names.length > listedMaximum ? ' …' : '');
  return (
    <Dialog heading={t('names.found', { count: texts.number(list.length) })} onClose={onClose}>
      <div role="status">
        {ends.map(
          (end, at) =>
            end !== undefined && (
              <p key={at === 0 ? 'first' : 'last'}>
                {t(at === 0 ? 'names.firstOf' : 'names.lastOf')} <b dir="auto">{end.name}</b>{' '}
                {texts.student(end.student)}
              </p>
            ),
        )}
        {left.length > 0 && <p>{t('names.left', { count: texts.number(left.length), names: say(left) })}</p>}
        {cut.length > 0 && <p>{t('names.long', { names: say(cut) })}</p>}
      </div>
      {register.labels.length > 1 && (
        <div className="maths-names-columns">
          <ColumnChoice {...{ register, columns }} part="first" onChoose={setColumns} />
          <ColumnChoice {...{ register, columns }} part="last" onChoose={setColumns} />
        </div>
      )}
      <div className="maths-choices">
        <Button variant="line" onClick={onClose}>
          {t('names.cancel')}
        </Button>
        <Button disabled={places.length === 0} onClick={() => onFill(places)}>
          {t('names.fill')}
        </Button>
      </div>
    </Dialog>
  );
}

type ColumnChoiceProps = {
  register: Register;
  columns: NameColumns;
  part: keyof NameColumns;
  onChoose(columns: NameColumns): void;
};

/**
 * A choice of the column with a part of the names. Several, of which the others replace empty cells, are one option.
 */
function ColumnChoice({ register: { labels, rows, columns: likely }, columns, part, onChoose }: ColumnChoiceProps) {
  const { t } = useElement();
  const id = useId();
  const titleOf = (column: number): string =>
    labels[column] || [column + 1, rows[0]?.[column]?.trim()].filter(Boolean).join(': ');
  const options = [likely[part], [], ...labels.map((_label, column) => [column])];
  return (
    <div className="maths-field">
      <label className="maths-label" htmlFor={id}>
        {t(`names.columns.${part}`)}
      </label>
      <select
        id={id}
        className="maths-input"
        value={columns[part].join()}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ ...columns, [part]: options.find((option) => option.join() === value) ?? [] })
        }
      >
        {options
          .filter((option, at) => options.findIndex((one) => one.join() === option.join()) === at)
          .map((option) => (
            <option key={option.join()} value={option.join()}>
              {option.map(titleOf).join(' / ') || '–'}
            </option>
          ))}
      </select>
    </div>
  );
}
