import { memo } from 'react';
import type { StudentRow } from './class-rows.ts';
import type { Column } from './class-tables.ts';
import { HandIcon } from './classroom-icons.tsx';
import type { ClassTexts } from './class-texts.ts';
import { heatOf } from './tally.ts';

export type ProgressRowProps = {
  row: StudentRow;
  name: string | undefined;
  packageId: string;
  columns: readonly Column[];
  texts: ClassTexts;
  /** Whether the row is printed, with a line for the name. */
  onPaper: boolean;
  /** Renders only the student's code, which reserves the height of the row. */
  waiting: boolean;
};

/** Returns what a row shows, as one text. */
const shownIn = ({ row, name, columns, waiting, onPaper }: ProgressRowProps): string => {
  const { code, lastPlayedAt, help, cells } = row;
  const own = [code, name, lastPlayedAt, help?.reason, help?.package, waiting, onPaper];
  return JSON.stringify([own, columns.map(({ key, place }) => [key, cells[place]])]);
};

/**
 * Returns whether two renderings of a row are equal. A refresh creates all rows again, but changes only a few cells.
 */
export const sameRow = (before: ProgressRowProps, after: ProgressRowProps): boolean =>
  before.texts === after.texts && shownIn(before) === shownIn(after);

/** Renders the progress of a student in one package. */
export const ProgressRow = memo(function ProgressRow({
  row,
  name,
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
        {texts.student(code)} {!onPaper && name}{' '}
        {help?.package === packageId && !waiting && (
          <span className="maths-flag" title={texts.help(help)}>
            <HandIcon />
            <span className="maths-reason">{texts.shortHelp(help.reason)}</span>
          </span>
        )}
      </th>
      {onPaper && (
        <td className="maths-name" dir="auto">
          {name}
        </td>
      )}
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
