import type { Translate } from '../../i18n/translate.ts';
import { codeText } from './class-texts.ts';

/** Nobody in the class has played yet. The page may put a picture beside it. */
export function NoProgress({ t, code }: { t: Translate; code: string }) {
  return (
    <div className="maths-nothing">
      <slot name="art" />
      <div>
        <h2 className="maths-package-name">{t('none.heading')}</h2>
        <p>{t('none.text', { code: codeText(code) })}</p>
      </div>
    </div>
  );
}
