import { useElement } from '../shared/use-element.ts';

export type StudentCardsProps = { code: string; students: readonly string[] };

/** A card for each student with both codes. On paper it is cut out, and has a line for the name. */
export function StudentCards({ code, students }: StudentCardsProps) {
  const { t } = useElement();
  return (
    <ul className="maths-cards" aria-label={t('none.codes')}>
      {students.map((student) => (
        <li key={student}>
          <b>{student}</b> <span>{code}</span>
          <i data-label={t('name')} />
        </li>
      ))}
    </ul>
  );
}
