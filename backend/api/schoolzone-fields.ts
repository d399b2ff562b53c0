import { z } from 'zod';
import { studentsMaximum, studentsMinimum, teacherTextMaximum } from '../../src/contracts/school-zone.ts';
import { isLanguage, type Language } from '../../src/contracts/language.ts';

/** Content types of a teacher's forms, and of programs that call the same routes. */
export const formTypes = ['application/x-www-form-urlencoded', 'application/json'];

/** A field that School Zone's form-encoded calls share. */
export const numStudents = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform(Number)
  .pipe(z.int().min(studentsMinimum).max(studentsMaximum));

/**
 * Matches an empty text, or one with at least one visible character: not only format characters, combining marks,
 * fillers or spaces.
 */
const visible = /^$|[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A single line in Unicode's composed form, because keyboards differ in how they type é. Control characters are refused: a person does not type them, and PostgreSQL cannot store
 * NUL.
 */
export const singleLine = z
  .string()
  .trim()
  .normalize()
  .max(teacherTextMaximum)
  .regex(/^\P{Cc}*$/u)
  .regex(visible);

export const emptyIsNull = <Text extends string>(text: Text | ''): Text | null => (text === '' ? null : text);

export const langQuery = z.object({ lang: z.string().optional() });
export const languageFromQuery = ({ lang }: z.output<typeof langQuery>): Language | null =>
  isLanguage(lang) ? lang : null;
