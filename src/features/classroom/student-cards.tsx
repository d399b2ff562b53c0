import { useElement } from '../shared/use-element.ts';
import type { ClassTexts } from './class-view.ts';
import type { StudentNames } from './student-names.ts';

/** `code` is the one of the class, and `students` are theirs. */
type StudentCardsProps = { texts: ClassTexts; names: StudentNames; code: string; students: readonly string[] };

/** Returns the rows and columns of cards that fill a landscape page: 2 × 4 for 8 students, 5 × 7 for 35. */
const cardGrid = (count: number): { rows: number; columns: number } => {
  const rows = Math.max(2, Math.ceil(Math.sqrt(count + 1) - 1));
  return { rows, columns: Math.max(2, Math.ceil(count / rows)) };
};

/** The longest word, in letters, that fits on the smallest card in the usual size. */
const wordMaximum = 13;

/** A card to cut out for each student: the name or a line for it, and the way into the game with both codes. */
export function StudentCards({ texts, names, code, students }: StudentCardsProps) {
  const { t } = useElement();
  // Not an attribute, which a policy without inline styles would block.
  const fit = (list: HTMLUListElement | null): void => {
    const { rows, columns } = cardGrid(students.length);
    list?.style.setProperty('--_rows', String(rows));
    list?.style.setProperty('--_columns', String(columns));
  };
  return (
    <ul ref={fit} className="maths-cards" aria-label={t('cards.label')}>
      {students.map((student) => (
        <li key={student}>
          <CardName name={names.get(student) ?? ''} />
          <ol>
            <li>{t('cards.open')}</li>
            <li>{t('cards.zone')}</li>
            <li>
              {t('code')} <b>{code}</b>
            </li>
            <li>
              {t('cards.own')} <b className="maths-card-code">{texts.student(student)}</b>
            </li>
          </ol>
        </li>
      ))}
    </ul>
  );
}

/** A name that breaks between words only, in smaller letters if a word or the whole is long. */
function CardName({ name }: { name: string }) {
  const words = name.split(' ');
  const isLong = name.length > 2 * wordMaximum || name.split(/[ -]/).some((word) => word.length > wordMaximum);
  return (
    <p dir="auto" className={isLong ? 'maths-card-name maths-card-name-long' : 'maths-card-name'}>
      {words.flatMap((word, at) => [
        at > 0 && ' ',
        <span key={at} className={word.length > wordMaximum ? undefined : 'maths-card-word'}>
          {word}
        </span>,
      ])}
    </p>
  );
}
