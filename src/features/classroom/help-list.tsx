import type { Translate } from '../../i18n/translate.ts';
import type { StudentRow } from './class-rows.ts';
import type { ClassTexts } from './class-texts.ts';

export type HelpListProps = { t: Translate; texts: ClassTexts; rows: readonly StudentRow[] };

/** Lists who may need help, and why. It is shown while the page shows only these students. */
export function HelpList({ t, texts, rows }: HelpListProps) {
  return (
    <ul className="maths-helped" aria-label={t('tools.help')}>
      {rows.map(({ code, help }) => (
        <li key={code}>
          <b>{texts.student(code)}</b> {help !== null && texts.help(help)}
        </li>
      ))}
    </ul>
  );
}
