import { type ChangeEvent, type ReactElement, useRef, useState } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { LevelRow } from './level-row.tsx';
import type { LevelListState } from './levels-flow.ts';

export type LevelListProps = {
  t: Translate;
  list: LevelListState;
  /** The progress of the running download. It is next to the button, which stays visible while scrolling. */
  progress: ReactElement | false;
  onChoose(name: string, on: boolean): void;
  onChooseAll(on: boolean): void;
  onDownload(): void;
};

/** The page size, because ten thousand rows at once would slow every interaction. */
const rowsPerPage = 60;

/** The found levels, in pages. Selecting all includes all pages. */
export function LevelList({ t, list, progress, onChoose, onChooseAll, onDownload }: LevelListProps) {
  const { levels, chosen } = list;
  const [page, setPage] = useState(0);
  const rows = useRef<HTMLUListElement>(null);
  const first = page * rowsPerPage;
  const shown = levels.slice(first, first + rowsPerPage);
  const all = chosen.size === levels.length;
  const isMixed = chosen.size > 0 && !all;
  const turn = (to: number) => {
    setPage(to);
    rows.current?.focus();
  };
  const markMixed = (box: HTMLInputElement | null) => {
    if (box !== null) box.indeterminate = isMixed;
  };
  const chooseAll = (event: ChangeEvent<HTMLInputElement>) => onChooseAll(event.currentTarget.checked);
  const span = { first: first + 1, last: first + shown.length, total: levels.length };
  return (
    <>
      <div className="maths-choice">
        <label className="maths-all">
          <input
            ref={markMixed}
            type="checkbox"
            className="maths-box"
            part="checkbox"
            checked={all}
            onChange={chooseAll}
          />
          {t('list.all', { total: levels.length })}
        </label>
        <Button busy={progress !== false} disabled={chosen.size === 0} onClick={onDownload}>
          {t('list.download', { chosen: chosen.size })}
        </Button>
        {progress}
      </div>
      <ul ref={rows} className="maths-levels" tabIndex={-1} aria-label={t('list.span', span)}>
        {shown.map((level) => (
          <LevelRow key={level.name} {...{ t, level, onChoose }} chosen={chosen.has(level.name)} />
        ))}
      </ul>
      {levels.length > rowsPerPage && (
        <nav className="maths-pages" aria-label={t('list.pages')}>
          <Button look="line" disabled={page === 0} onClick={() => turn(page - 1)}>
            {t('list.previous')}
          </Button>
          <span>{t('list.span', span)}</span>
          <Button look="line" disabled={span.last === levels.length} onClick={() => turn(page + 1)}>
            {t('list.next')}
          </Button>
        </nav>
      )}
    </>
  );
}
