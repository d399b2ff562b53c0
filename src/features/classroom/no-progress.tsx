import type { Translate } from '../../i18n/translate.ts';

export type NoProgressProps = { t: Translate; code: string; students: readonly string[] };

/**
 * Shows what the students need to start, for a class in which no student has played. In print the codes are cards to
 * cut out. The page may show a picture next to it.
 */
export function NoProgress({ t, code, students }: NoProgressProps) {
  const [before, after] = t('none.text', { code }).split(code);
  return (
    <div className="maths-nothing">
      <slot name="art" />
      <div>
        <h2 className="maths-package-name">{t('none.heading')}</h2>
        <p>
          {before}
          <b>{code}</b>
          {after}
        </p>
        <p>{t('none.cards')}</p>
      </div>
      <ul className="maths-cards" aria-label={t('none.codes')}>
        {students.map((student) => (
          <li key={student}>
            <b>{student}</b> <span>{code}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
