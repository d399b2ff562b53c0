import { codePattern, studentsMaximum } from '../../../src/contracts/calls/school-zone.ts';
import { codeText } from '../../../src/contracts/typed-text.ts';
import { randomCode } from '../secrets.ts';

/** Returns one of 887 million codes. A code grants no access here; students type it in the game. */
export const newClassroomCode = (): string => randomCode(3);

/** Returns the stored form of a typed code: lower case is accepted, and the dash of one of our codes may be missing. */
export const normalizeClassroomCode = (typed: string): string | null => {
  const code = codeText(typed).replace(/^([2-9A-HJKMNP-Z]{3})([2-9A-HJKMNP-Z]{3})$/, '$1-$2');
  return codePattern.test(code) ? code : null;
};

/** H. Michael Damm's quasigroup of order ten (thesis, Marburg 2004): row is the interim digit, column the next. */
const damm = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
];
const checkDigit = (digits: string): string =>
  [...digits].reduce((interim, digit) => damm[Number(interim)]?.[Number(digit)] ?? '', '0');

/** Returns the code of place 1 to 35. One wrong digit, or two swapped, never give another child's code. */
const codeOfPlace = (place: number): string => {
  const digits = String(place).padStart(2, '0');
  return digits + checkDigit(digits);
};

/** The codes of every class, in this order. */
const allCodes = Array.from({ length: studentsMaximum }, (_, index) => codeOfPlace(index + 1));

/** @param size 1 to 35 */
export const firstCodes = (size: number): string[] => allCodes.slice(0, size);

export type CodePlace = { code: string; active: boolean; hasProgress: boolean };

/**
 * Returns the codes of a class that should have `size` students. Students with progress stay; others are removed from
 * the highest code down, and added from the lowest up.
 * @returns null when more than `size` have progress.
 */
export const resize = (places: readonly CodePlace[], size: number): string[] | null => {
  const needed = places.filter(({ hasProgress }) => hasProgress).map(({ code }) => code);
  if (needed.length > size) return null;
  const present = places.filter(({ active, hasProgress }) => active && !hasProgress).map(({ code }) => code);
  const absent = allCodes.filter((code) => !needed.includes(code) && !present.includes(code));
  return [...needed, ...[...present.toSorted(), ...absent].slice(0, size - needed.length)].toSorted();
};
