import { expect, it } from 'vitest';
import { classroomCodePattern } from '../../../src/contracts/calls/school-zone.ts';
import { newClassroomCode, normalizeClassroomCode } from './codes.ts';

it('creates codes of six characters that cannot be confused with each other', () => {
  const codes = Array.from({ length: 1_000 }, newClassroomCode);
  for (const code of codes) expect(code).toMatch(classroomCodePattern);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(31);
  expect(codes.join('')).not.toMatch(/[01ILO]/);
});

it.each(['K7P-42M', 'k7p-42m', 'K7P42M', ' k7p42m ', 'K7P–42M', 'k7p\u201142m', '#K7P 42M', '\u200BK7P-42M'])(
  'accepts %o as a classroom code',
  (typed) => {
    expect(normalizeClassroomCode(typed)).toBe('K7P-42M');
  },
);

it.each(['', 'K7P', 'K7P-42', 'K7P-42MM', 'K7-P42M', 'K7P-420'])('refuses %o as a classroom code', (typed) => {
  expect(normalizeClassroomCode(typed)).toBeNull();
});
