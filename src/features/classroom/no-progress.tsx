import type { Translate } from '../../i18n/translate.ts';

/** A code is never divided by the end of a line. */
const undivided = (code: string): string => code.replace('-', '\u2011');

export type NoProgressProps = { t: Translate; code: string; students: readonly string[] };

/**
 * Nobody in the class has played yet: what the students need to begin. On paper the codes are cards to cut out. The page
 * may put a picture beside it.
 */
export function NoProgress({ t, code, students }: NoProgressProps) {
  return (
    <div className="maths-nothing">
      <slot name="art" />
      <div>
        <h2 className="maths-package-name">{t('none.heading')}</h2>
        <p>{t('none.text', { code: undivided(code) })}</p>
        <p>{t('none.cards')}</p>
      </div>
      <ul className="maths-cards" aria-label={t('none.codes')}>
        {students.map((student) => (
          <li key={student}>
            <b>{student}</b> <span>{undivided(code)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
