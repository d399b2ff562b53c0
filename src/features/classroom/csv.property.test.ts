import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const dangerous = /^[=+\-@\t\r\n]/;
const field = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\' a1é') }));
const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
const delimiter = fc.constantFrom(',' as const, ';' as const);
const read = (text: string, by: string): string[][] =>
  Papa.parse<string[]>(text.slice(1), { delimiter: by, newline: '\r\n' }).data.slice(0, -1);

describe('a file for spreadsheets', () => {
  it('round-trips every text through a parser', () => {
    fc.assert(
      fc.property(table, delimiter, (lines, by) => {
        const expected = lines.map((fields) => fields.map((text) => (dangerous.test(text) ? `'${text}` : text)));
        expect(read(csvOf(lines, by), by)).toEqual(expected);
      }),
    );
  });

  it('contains no field that a spreadsheet would run', () => {
    fc.assert(
      fc.property(table, delimiter, (lines, by) => {
        for (const text of read(csvOf(lines, by), by).flat()) expect(text).not.toMatch(dangerous);
      }),
    );
  });

  it('starts with a UTF-8 byte order mark', () => {
    expect(csvOf([['élève']], ';').charCodeAt(0)).toBe(0xfeff);
  });

  it('neutralizes known harmful formulas', () => {
    expect(csvOf([['=HYPERLINK("https://evil.example","Click")', '@SUM(1)', '\tx', '-2']], ',')).toBe(
      `\uFEFF"'=HYPERLINK(""https://evil.example"",""Click"")","'@SUM(1)","'\tx","'-2"\r\n`,
    );
  });
});
