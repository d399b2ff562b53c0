import { randomInt } from 'node:crypto';
import { classroomCodePattern } from '../../../src/contracts/school-zone.ts';

/** Without 0, 1, I, L and O: a child reads it from the board. */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const half = (): string => Array.from({ length: 3 }, () => signs[randomInt(signs.length)]).join('');

/** One of 887 million. It opens nothing here; students type it in the game. */
export const newClassroomCode = (): string => `${half()}-${half()}`;

/** The code as it is kept, from one that somebody typed: small letters will do, and the dash may be missing. */
export const normalClassroomCode = (typed: string): string | null => {
  const code = typed
    .trim()
    .toUpperCase()
    .replace(/^(\w{3})(\w{3})$/, '$1-$2');
  return classroomCodePattern.test(code) ? code : null;
};
