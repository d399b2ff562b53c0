import { type AriaAttributes, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { Button } from '../../ui/button.tsx';
import { useElement } from '../shared/use-element.ts';
import type { ClassTexts } from './class-texts.ts';
import { type ClassView, columnSort, type Sort, type ViewOptions } from './class-view.ts';
import type { ClassroomController } from './controller.ts';

/** The id of the text that says when the class was read. A page has one class. */
export const ageId = 'maths-age';

/** Lines in the weight of the other icons. They need far fewer bytes than outlines. */
const lines = (path: string) => (
  <svg className="maths-icon" viewBox="0 0 256 256" aria-hidden="true">
    <path d={path} fill="none" stroke="currentColor" strokeWidth="24" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

export const HandIcon = () => lines('M80 132V72m36 48V44m36 76V52m36 76V84v64q0 72-64 72-32 0-56-52l-24-48');

const RefreshIcon = () => lines('M168 96h48V48m0 48-22-22a94 94 0 0 0-132-8M88 160H40v48m0-48 22 22a94 94 0 0 0 132 8');

const DownloadIcon = () => lines('M128 32v112m-40-40 40 40 40-40m48 40v64H40v-64');

const PrintIcon = () => lines('M64 72V40h128v32m0 104h40V96q0-16-16-16H40q-16 0-16 16v80h40m0-16h128v56H64z');

export const CaretIcon = () => lines('m96 48 80 80-80 80');

type CopyCodeProps = {
  code: string;
  /** Returns whether the browser allowed it. */
  copy(text: string): Promise<boolean>;
};

/** Copies the code of the class, and confirms it. */
function CopyCode({ code, copy }: CopyCodeProps) {
  const { t } = useElement();
  const [result, setResult] = useState<'none' | 'copied' | 'refused'>('none');
  const press = async () => setResult((await copy(code)) ? 'copied' : 'refused');
  return (
    <>
      <Button look="quiet" onClick={() => void press()}>
        {t('copy.button')}
      </Button>
      <span role="status">{result !== 'none' && t(`copy.${result}`)}</span>
    </>
  );
}

type ClassroomHeaderProps = {
  controller: Pick<ClassroomController, 'copy'>;
  texts: ClassTexts;
  reading: Pick<ClassroomReading, 'name' | 'code'>;
  summary: ClassView['summary'];
  takesFocus: boolean;
};

/** Shows which class it is, and its progress in four numbers. */
export function ClassroomHeader({ controller, texts, reading, summary, takesFocus }: ClassroomHeaderProps) {
  const { t } = useElement();
  const { number, percent } = texts;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const facts = {
    started: t('summary.of', { part: number(summary.started), whole: number(summary.students) }),
    completed: number(summary.completed),
    average: percent(summary.average),
    help: number(summary.help),
  };
  return (
    <header className="maths-class">
      <h1 ref={heading} className="maths-heading" part="heading" tabIndex={takesFocus ? -1 : undefined}>
        {reading.name}
      </h1>
      <p className="maths-code">
        {t('code')} <b>{reading.code}</b> <CopyCode code={reading.code} copy={controller.copy} />
      </p>
      <dl className="maths-summary">
        {Object.entries(facts).map(([fact, value]) => (
          <div key={fact}>
            <dt>{t(`summary.${fact}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

type SortSelectProps = {
  sort: Sort;
  /** Returns the label of the column that `sort` names, for an order that only the head of a column offers. */
  column: string;
  onSort(sort: Sort): void;
};

const offered: Readonly<Record<string, Sort>> = {
  student: { key: 'student', descending: false },
  least: { key: 'overall', descending: false },
  most: { key: 'overall', descending: true },
  away: { key: 'lastPlayed', descending: false },
};

/** The list of sort orders. An order from the head of a column is in the list while it is selected. */
function SortSelect({ sort, column, onSort }: SortSelectProps) {
  const { t } = useElement();
  const id = useId();
  const isChosen = ({ key, descending }: Sort) => key === sort.key && descending === sort.descending;
  const chosen = Object.entries(offered).find(([, one]) => isChosen(one))?.[0] ?? 'head';
  const select = (name: string) => {
    const next = offered[name];
    if (next !== undefined) onSort(next);
  };
  return (
    <div className="maths-sorting">
      <label className="maths-label" htmlFor={id}>
        {t('sort.label')}
      </label>
      <div className="maths-control maths-select">
        <select id={id} className="maths-input" value={chosen} onChange={(event) => select(event.currentTarget.value)}>
          {Object.keys(offered).map((name) => (
            <option key={name} value={name}>
              {t(`sort.${name}`)}
            </option>
          ))}
          {chosen === 'head' && (
            <option value="head">{t(sort.descending ? 'sort.down' : 'sort.up', { column })}</option>
          )}
        </select>
      </div>
    </div>
  );
}

type ToolbarProps = {
  controller: Pick<ClassroomController, 'refresh' | 'print'>;
  view: ClassView;
  choice: ViewOptions;
  onChoose(change: Partial<ViewOptions>): void;
  onDownload(): void;
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
  const { controller, view, choice, onChoose, onDownload, onCards, namesOpen, onNames } = props;
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
      {action('refresh', <RefreshIcon />, controller.refresh, { 'aria-describedby': ageId })}
      {action('csv', <DownloadIcon />, onDownload)}
      {action('print', <PrintIcon />, controller.print)}
      {action('cards', <PrintIcon />, onCards)}
      {namesOpen !== undefined && action('names', <CaretIcon />, onNames, { 'aria-expanded': namesOpen })}
    </div>
  );
}
