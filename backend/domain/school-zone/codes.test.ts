import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstCodes, type CodePlace, resize, newClassroomCode, normalizeClassroomCode } from './codes.ts';

const all = firstCodes(35);
const classOf = (size: number, played: readonly string[] = []): CodePlace[] =>
  firstCodes(size).map((code) => ({ code, active: true, hasProgress: played.includes(code) }));

describe('student codes', () => {
  it('numbers the places in a class in order and adds a check digit', () => {
    expect(firstCodes(3)).toEqual(['013', '021', '037']);
    expect(all.map((code) => Number(code.slice(0, 2)))).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
  });

  it('gives no child a code that differs from another child’s by one digit', () => {
    for (const code of all) {
      for (const position of [0, 1, 2]) {
        for (const digit of '0123456789') {
          const typed = code.slice(0, position) + digit + code.slice(position + 1);
          if (typed !== code) expect(all).not.toContain(typed);
        }
      }
    }
  });

  it('gives no child a code that differs from another child’s by two swapped digits', () => {
    for (const code of all) {
      const [a = '', b = '', c = ''] = code;
      for (const typed of [b + a + c, a + c + b]) if (typed !== code) expect(all).not.toContain(typed);
    }
  });
});

describe('a change of the number of students', () => {
  const [first = '', second = '', third = ''] = firstCodes(3);
  const shrunk = classOf(3, [third]).map((place) => ({ ...place, active: place.code !== second }));
  it.each([
    ['keeps the codes of a class that grows and adds the next ones', classOf(3), 5, firstCodes(5)],
    ['removes the highest codes without progress from a class that shrinks', classOf(5, [third]), 2, [first, third]],
    ['returns removed students first when the class grows again', shrunk, 3, [first, second, third]],
    ['refuses fewer students than have progress', classOf(5, firstCodes(3)), 2, null],
    ['accepts as many students as have progress', classOf(5, firstCodes(3)), 3, firstCodes(3)],
  ])('%s', (_title, places, size, codes) => {
    expect(resize(places, size)).toEqual(codes);
  });

  it('gives the right number of codes for any class, keeps all who played, and removes no one while the class grows', () => {
    const place = (code: string) =>
      fc.record({ code: fc.constant(code), active: fc.boolean(), hasProgress: fc.boolean() });
    const places = fc.tuple(...all.map(place));
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 35 }), (had, size) => {
        const codes = resize(had, size);
        const played = had.filter(({ hasProgress }) => hasProgress).map(({ code }) => code);
        expect(codes === null).toBe(played.length > size);
        if (codes === null) return;
        const active = had.filter((one) => one.active).map(({ code }) => code);
        expect(new Set(codes).size).toBe(size);
        expect(codes).toEqual(expect.arrayContaining(played));
        if (new Set([...active, ...played]).size <= size) expect(codes).toEqual(expect.arrayContaining(active));
      }),
    );
  });
});

it('creates codes of six characters that cannot be confused with each other', () => {
  const codes = Array.from({ length: 1_000 }, newClassroomCode);
  for (const code of codes) expect(code).toMatch(/^\w{3}-\w{3}$/);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(31);
  expect(codes.join('')).not.toMatch(/[01ILO]/);
});

it.each(['K7P-42M', 'k7p-42m', 'K7P42M', ' k7p42m ', 'K7P–42M', 'k7p\u201142m', '#K7P 42M', '\u200BK7P-42M'])(
  'accepts %o as a classroom code',
  (typed) => {
    expect(normalizeClassroomCode(typed)).toBe('K7P-42M');
  },
);

it.each([
  ['abc123', 'ABC123'],
  ['ABC-123', 'ABC-123'],
  [' 7 ', '7'],
  ['blue-fox-12', 'BLUE-FOX-12'],
])('accepts %o as the code %s of an earlier system', (typed, code) => {
  expect(normalizeClassroomCode(typed)).toBe(code);
});

it.each(['', '-', 'K7P--42M', 'K7P_42M', 'É7P-42M', 'A2345678901234567'])('refuses %o as a classroom code', (typed) => {
  expect(normalizeClassroomCode(typed)).toBeNull();
});
