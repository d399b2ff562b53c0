import type { AriaAttributes, ReactNode } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import { useElement } from '../shared/use-element.ts';
import type { ViewOptions, ClassView } from './class-view.ts';
import { CaretIcon, DownloadIcon, HandIcon, PrintIcon, RefreshIcon } from './classroom-icons.tsx';
import { ageId } from './data-age.tsx';
import { SortSelect } from './sort-select.tsx';
import { columnSort, type Sort } from './sorting.ts';

export type ToolbarProps = {
  view: ClassView;
  choice: ViewOptions;
  onChoose(change: Partial<ViewOptions>): void;
  onRefresh(): void;
  onDownload(): void;
  onPrint(): void;
  onCards(): void;
  /** Whether the names can be changed now; undefined where the page keeps none. */
  namesOpen: boolean | undefined;
  onNames(): void;
};

/** Returns the label of the column that the rows are sorted by. */
const sortedColumn = (t: Translate, { panels }: ClassView, { key }: Sort): string =>
  panels.flatMap(({ columns }) => columns).find((column) => columnSort(column.key) === key)?.label ??
  t(key === 'student' ? 'table.student' : 'table.lastPlayed');

/** The actions on the whole class. */
export function Toolbar(props: ToolbarProps) {
  const { t } = useElement();
  const { view, choice, onChoose, onRefresh, onDownload, onPrint, onCards, namesOpen, onNames } = props;
  const action = (name: string, icon: ReactNode, onClick: () => void, more?: AriaAttributes) => (
    <button
      type="button"
      className={`maths-button maths-button-line maths-tool maths-tool-${name}`}
      {...more}
      onClick={onClick}
    >
      {icon}
      <span>{t(`tools.${name}`)}</span>
    </button>
  );
  return (
    <div className="maths-toolbar" role="group" aria-label={t('tools.label')}>
      <SortSelect
        sort={choice.sort}
        column={sortedColumn(t, view, choice.sort)}
        onSort={(sort) => onChoose({ sort })}
      />
      <button
        type="button"
        className="maths-button maths-button-line maths-tool maths-tool-help"
        aria-pressed={choice.onlyHelp}
        onClick={() => onChoose({ onlyHelp: !choice.onlyHelp })}
      >
        <HandIcon />
        <span>{t('tools.help')}</span>
        <span className="maths-count">{view.summary.help}</span>
      </button>
      {action('refresh', <RefreshIcon />, onRefresh, { 'aria-describedby': ageId })}
      {action('csv', <DownloadIcon />, onDownload)}
      {action('print', <PrintIcon />, onPrint)}
      {action('cards', <PrintIcon />, onCards)}
      {namesOpen !== undefined && action('names', <CaretIcon />, onNames, { 'aria-expanded': namesOpen })}
    </div>
  );
}
