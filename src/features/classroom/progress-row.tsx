import { memo } from 'react';
import type { StudentRow } from './class-rows.ts';
import type { Column } from './class-tables.ts';
import { HandIcon } from './classroom-icons.tsx';
import type { ClassTexts } from './class-texts.ts';
import { heatOf } from './tally.ts';

export type ProgressRowProps = {
  row: StudentRow;
  packageId: string;
  columns: readonly Column[];
  texts: ClassTexts;
  /** Whether the row is printed, with a line for the name. */
  onPaper: boolean;
  /** Renders only the student's code, which reserves the height of the row. */
  waiting: boolean;
};

/**
 * Returns whether two renderings of a row are equal. A refresh creates all rows again, but changes only a few cells.
 */
export const sameRow = (before: ProgressRowProps, after: ProgressRowProps): boolean =>
  before.row.code === after.row.code &&
  before.row.lastPlayedAt === after.row.lastPlayedAt &&
  before.row.help?.reason === after.row.help?.reason &&
  before.row.help?.package === after.row.help?.package &&
  before.waiting === after.waiting &&
  before.onPaper === after.onPaper &&
  before.texts === after.texts &&
  before.columns.length === after.columns.length &&
  after.columns.every(({ key, place }, index) => {
    const was = before.columns[index];
    const [one, other] = [was && before.row.cells[was.place], after.row.cells[place]];
    return was?.key === key && one?.done === other?.done && one?.total === other?.total;
  });

/** Renders the progress of a student in one package. */
export const ProgressRow = memo(function ProgressRow({
  row,
  packageId,
  columns,
  texts,
  onPaper,
  waiting,
}: ProgressRowProps) {
  const { code, lastPlayedAt, help, cells } = row;
  return (
    <tr>
      <th scope="row" className="maths-student">
        {texts.student(code)}
        {help?.package === packageId && !waiting && (
          <span className="maths-flag" title={texts.help(help)}>
            <HandIcon />
            <span className="maths-reason">{texts.shortHelp(help.reason)}</span>
          </span>
        )}
      </th>
      {onPaper && <td className="maths-name" aria-hidden="true" />}
      {!waiting && (
        <>
          {columns.map(({ key, place }) => (
            <td key={key} className={`maths-heat maths-heat-${heatOf(cells[place])}`}>
              {texts.cell(cells[place])}
            </td>
          ))}
          <td className="maths-day" title={texts.lastPlayed(lastPlayedAt)}>
            {texts.shortDay(lastPlayedAt)}
          </td>
        </>
      )}
    </tr>
  );
}, sameRow);
