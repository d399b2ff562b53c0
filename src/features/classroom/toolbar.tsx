import { type ReactNode, useId } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import type { Choice, ClassView } from './class-view.ts';
import { DownloadIcon, HandIcon, PrintIcon, RefreshIcon } from './classroom-icons.tsx';
import { columnSort, type Sort } from './sorting.ts';

export type ToolbarProps = {
  t: Translate;
  view: ClassView;
  choice: Choice;
  onChoice(choice: Choice): void;
  onRefresh(): void;
  onDownload(): void;
  onPrint(): void;
};

const offered = {
  student: { key: 'student', descending: false },
  least: { key: 'overall', descending: false },
  most: { key: 'overall', descending: true },
  away: { key: 'lastPlayed', descending: false },
} as const satisfies Record<string, Sort>;

const isSame = (one: Sort, other: Sort): boolean => one.key === other.key && one.descending === other.descending;

/** The sort that a column's head made has a place in the list too, as long as it holds. */
const headSort = (t: Translate, { panels }: ClassView, sort: Sort): string | undefined => {
  if (Object.values(offered).some((one) => isSame(one, sort))) return undefined;
  const columns = panels.flatMap((panel) => panel.columns);
  const column = columns.find(({ key }) => columnSort(key) === sort.key)?.label;
  const name = column ?? t(sort.key === 'student' ? 'table.student' : 'table.lastPlayed');
  return t(sort.descending ? 'sort.down' : 'sort.up', { column: name });
};

/** What can be done with the whole class. */
export function Toolbar({ t, view, choice, onChoice, onRefresh, onDownload, onPrint }: ToolbarProps) {
  const id = useId();
  const ofHead = headSort(t, view, choice.sort);
  const chosen = Object.entries(offered).find(([, sort]) => isSame(sort, choice.sort))?.[0] ?? 'head';
  const select = (name: string) => {
    const sort = Object.entries(offered).find(([key]) => key === name)?.[1];
    if (sort !== undefined) onChoice({ ...choice, sort });
  };
  const action = (name: 'refresh' | 'csv' | 'print', icon: ReactNode, onClick: () => void) => (
    <button type="button" className={`maths-button maths-button-line maths-tool maths-tool-${name}`} onClick={onClick}>
      {icon}
      <span>{t(`tools.${name}`)}</span>
    </button>
  );
  return (
    <div className="maths-toolbar" role="group" aria-label={t('tools.label')}>
      <div className="maths-sorting">
        <label className="maths-label" htmlFor={id}>
          {t('sort.label')}
        </label>
        <select
          id={id}
          className="maths-input maths-select"
          value={chosen}
          onChange={(event) => select(event.currentTarget.value)}
        >
          {Object.keys(offered).map((name) => (
            <option key={name} value={name}>
              {t(`sort.${name}`)}
            </option>
          ))}
          {ofHead !== undefined && <option value="head">{ofHead}</option>}
        </select>
      </div>
      <button
        type="button"
        className="maths-button maths-button-line maths-tool maths-tool-help"
        aria-pressed={choice.onlyHelp}
        onClick={() => onChoice({ ...choice, onlyHelp: !choice.onlyHelp })}
      >
        <HandIcon />
        <span>{t('tools.help')}</span>
        <span className="maths-count">{view.summary.help}</span>
      </button>
      {action('refresh', <RefreshIcon />, onRefresh)}
      {action('csv', <DownloadIcon />, onDownload)}
      {action('print', <PrintIcon />, onPrint)}
    </div>
  );
}
