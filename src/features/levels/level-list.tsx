import { type ChangeEvent, memo, type ReactElement } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import type { FoundLevel } from '../../services/levels.ts';
import { Button } from '../../ui/button.tsx';
import { useElement } from '../shared/use-element.ts';
import type { LevelListState, LevelsController } from './controller.ts';

type LevelRowProps = { t: Translate; level: FoundLevel; chosen: boolean; onChoose: LevelsController['choose'] };

/**
 * A checkbox, a picture and a link to the file. The picture has no alternative text, because the name says the same.
 */
const LevelRow = memo(function LevelRow({ t, level, chosen, onChoose }: LevelRowProps) {
  const { name, url, previewUrl } = level;
  const choose = (event: ChangeEvent<HTMLInputElement>) => onChoose([name], event.currentTarget.checked);
  return (
    <li className="maths-level">
      <label className="maths-level-pick">
        <span className="maths-sr-only">{t('list.pick', { name })}</span>
        <input type="checkbox" className="maths-box" part="checkbox" checked={chosen} onChange={choose} />
        {previewUrl !== null && <img src={previewUrl} alt="" width={320} height={220} loading="lazy" />}
      </label>
      {url === null ? (
        <span className="maths-level-name">{name}</span>
      ) : (
        <a className="maths-link maths-level-name" part="link" href={url} download>
          {name}
        </a>
      )}
    </li>
  );
});

type LevelListProps = {
  controller: LevelsController;
  list: LevelListState;
  /** The progress of the running download. It is next to the button, which stays visible while scrolling. */
  progress: ReactElement | false;
};

export function LevelList({ controller, list, progress }: LevelListProps) {
  const { t } = useElement();
  const { levels, chosen } = list;
  const chooseAll = (event: ChangeEvent<HTMLInputElement>) =>
    controller.choose(
      levels.map(({ name }) => name),
      event.currentTarget.checked,
    );
  return (
    <>
      <div className="maths-choice">
        <label className="maths-all">
          <input
            type="checkbox"
            className="maths-box"
            part="checkbox"
            checked={chosen.size === levels.length}
            onChange={chooseAll}
          />
          {t('list.all', { total: levels.length })}
        </label>
        <Button busy={progress !== false} disabled={chosen.size === 0} onClick={controller.download}>
          {t('list.download', { chosen: chosen.size })}
        </Button>
        {progress}
      </div>
      <ul className="maths-levels">
        {levels.map((level) => (
          <LevelRow key={level.name} {...{ t, level }} chosen={chosen.has(level.name)} onChoose={controller.choose} />
        ))}
      </ul>
    </>
  );
}
