import { useElement } from '../shared/use-element.ts';
import { StudentCards, type StudentCardsProps } from './student-cards.tsx';

/**
 * Shows what the students need to start, for a class in which no student has played. In print the codes are cards to
 * cut out. The page may show a picture next to it.
 */
export function NoProgress(cards: StudentCardsProps) {
  const { t } = useElement();
  const { code } = cards;
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
      <StudentCards {...cards} />
    </div>
  );
}
