import { z } from 'zod';
import { studentsMaximum, studentsMinimum, teacherTextMaximum } from '../../src/contracts/school-zone.ts';
import { isLanguage, type Language } from '../../src/contracts/language.ts';

/** What a teacher's forms send, and what programs may send instead. */
export const formTypes = ['application/x-www-form-urlencoded', 'application/json'];

/** Fields that School Zone's form-encoded calls share. */
export const numStudents = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform(Number)
  .pipe(z.int().min(studentsMinimum).max(studentsMaximum));

/** Empty, or with a character that can be seen: not only format characters, combining marks, fillers or spaces. */
const visible = /^$|[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** One line, as typed. A control sign is none that a person typed, and PostgreSQL keeps no NUL. */
export const line = z
  .string()
  .trim()
  .max(teacherTextMaximum)
  .regex(/^\P{Cc}*$/u)
  .regex(visible);

export const emptyIsNull = <Text extends string>(text: Text | ''): Text | null => (text === '' ? null : text);

export const langQuery = z.object({ lang: z.string().optional() });
export const languageOf = ({ lang }: z.output<typeof langQuery>): Language | null => (isLanguage(lang) ? lang : null);
