import type { Translate } from '../../i18n/translate.ts';

/** A code is never divided by the end of a line. */
const undivided = (code: string): string => code.replace('-', '\u2011');

/** Nobody in the class has played yet. The page may put a picture beside it. */
export function NoProgress({ t, code }: { t: Translate; code: string }) {
  return (
    <div className="maths-nothing">
      <slot name="art" />
      <div>
        <h2 className="maths-package-name">{t('none.heading')}</h2>
        <p>{t('none.text', { code: undivided(code) })}</p>
      </div>
    </div>
  );
}
