import { memo } from 'react';
import type { Row } from './class-rows.ts';
import type { Column } from './class-tables.ts';
import { HandIcon } from './classroom-icons.tsx';
import { studentText, tallyText } from './shown-text.ts';
import { heatOf } from './tally.ts';

export type ProgressRowProps = {
  row: Row;
  columns: readonly Column[];
  /** The day, or the word for never. */
  lastPlayed: string;
  /** Why the student may need help; null: no need. */
  help: string | null;
};

/** Whether two renderings of a row would look the same: each refresh makes all rows anew and changes a cell or two. */
export const sameRow = (before: ProgressRowProps, after: ProgressRowProps): boolean =>
  before.row.code === after.row.code &&
  before.lastPlayed === after.lastPlayed &&
  before.help === after.help &&
  before.columns.length === after.columns.length &&
  after.columns.every(({ key }, place) => {
    const [one, other] = [before.row.cells.get(key), after.row.cells.get(key)];
    return before.columns[place]?.key === key && one?.done === other?.done && one?.total === other?.total;
  });

/** A student in one package. */
export const ProgressRow = memo(function ProgressRow({ row, columns, lastPlayed, help }: ProgressRowProps) {
  return (
    <tr>
      <th scope="row" className="maths-student">
        {studentText(row.code)}
        {help !== null && (
          <span className="maths-flag" title={help}>
            <HandIcon />
            <span className="maths-unseen">{help}</span>
          </span>
        )}
      </th>
      <td className="maths-day">{lastPlayed}</td>
      {columns.map(({ key }) => {
        const cell = row.cells.get(key) ?? { done: 0, total: 0 };
        return (
          <td key={key} className={`maths-heat maths-heat-${heatOf(cell)}`}>
            {tallyText(cell)}
          </td>
        );
      })}
    </tr>
  );
}, sameRow);
