import { randomInt } from 'node:crypto';
import { classroomCodePattern } from '../../../src/contracts/school-zone.ts';
import { codeText } from '../../../src/contracts/typed-text.ts';

/** The characters without 0, 1, I, L and O, because a child reads the code from the board. */
const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const half = (): string => Array.from({ length: 3 }, () => characters[randomInt(characters.length)]).join('');

/** Returns one of 887 million codes. A code grants no access here; students type it in the game. */
export const newClassroomCode = (): string => `${half()}-${half()}`;

/** Returns the stored form of a typed code: lower case is accepted, and the dash may be missing. */
export const normalizeClassroomCode = (typed: string): string | null => {
  const code = codeText(typed).replace(/^(\w{3})(\w{3})$/, '$1-$2');
  return classroomCodePattern.test(code) ? code : null;
};
