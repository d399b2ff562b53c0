import { type ChangeEvent, Fragment } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import type { FoundLevel } from '../../services/levels/levels.ts';

export type LevelRowProps = {
  t: Translate;
  level: FoundLevel;
  chosen: boolean;
  onChoose(name: string, on: boolean): void;
};

/** Lets a long name wrap after its underscores, not inside a word. Copied, it contains no other character. */
const wrapping = (name: string) =>
  (name.match(/[^_]+_*|_+/g) ?? []).map((word, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {word}
    </Fragment>
  ));

/**
 * One level: a checkbox, its picture, and a link to its file. The picture has no alternative text, because the name
 * says the same.
 */
export function LevelRow({ t, level, chosen, onChoose }: LevelRowProps) {
  const { name, url, previewUrl } = level;
  const choose = (event: ChangeEvent<HTMLInputElement>) => onChoose(name, event.currentTarget.checked);
  return (
    <li className="maths-level">
      <label className="maths-level-pick">
        <span className="maths-sr-only">{t('list.pick', { name })}</span>
        <input type="checkbox" className="maths-box" part="checkbox" checked={chosen} onChange={choose} />
        <span className="maths-preview">
          {previewUrl !== null && (
            <img src={previewUrl} alt="" width={320} height={220} loading="lazy" decoding="async" />
          )}
        </span>
      </label>
      {url === null ? (
        <span className="maths-level-name">{wrapping(name)}</span>
      ) : (
        <a className="maths-link maths-level-name" part="link" href={url} download>
          {wrapping(name)}
        </a>
      )}
    </li>
  );
}
