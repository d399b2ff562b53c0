import { useElement } from '../shared/use-element.ts';
import type { ClassTexts } from './class-texts.ts';
import type { StudentNames } from './names/student-names.ts';

/** `code` is the one of the class, and `students` are theirs. */
export type StudentCardsProps = {
  texts: Pick<ClassTexts, 'student'>;
  names: StudentNames;
  code: string;
  students: readonly string[];
};

/** A card for each student with both codes. On paper it is cut out, and has the name or a line for it. */
export function StudentCards({ texts, names, code, students }: StudentCardsProps) {
  const { t } = useElement();
  return (
    <ul className="maths-cards" aria-label={t('none.codes')}>
      {students.map((student) => (
        <li key={student}>
          <b>{texts.student(student)}</b> <span>{code}</span>
          {names.has(student) ? <bdi>{names.get(student)}</bdi> : <i data-label={t('name')} />}
        </li>
      ))}
    </ul>
  );
}
