import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { loadTranslations } from '../../i18n/load-translations.ts';
import type { Translate } from '../../i18n/translate.ts';
import { classView, createTexts } from './class-view.ts';
import { classFile, csvLines, csvOf } from './csv.ts';
import { aReading, aStudent, daysAgo } from './testing/classroom-builder.ts';

const t = await loadTranslations('classroom', 'en');
const help = { studentCode: '025', reason: 'behind', package: 'time' } as const;
const students = [
  aStudent('017', { time: { clocks: [8, 8], dates: [8, 8] } }, daysAgo(3)),
  aStudent('025', { time: { clocks: [2, 8] } }, daysAgo(1), {
    time: { clocks: { 0: 1, 1: 1 } },
    gone: { old: { 0: 1 } },
  }),
  aStudent('038'),
  aStudent('041', { time: { clocks: [8, 8], dates: [8, 8] } }, daysAgo(3)),
];
const reading = aReading(students, { help: [help] });
const lines = () => {
  const view = classView(reading, { sort: { key: 'student', descending: true }, only: null }, 'en');
  return csvLines(view, { t, texts: createTexts(t) });
};

describe('the file of a class', () => {
  it('contains the rows in their order, and the columns of the started packages as numbers', () => {
    const heads = ['Clocks', 'Dates'].flatMap((name) => [`Time – ${name}, completed`, `Time – ${name}, all levels`]);
    const weeks = (name: string) => [`${name}, last 7 days`, `${name}, 7 days before`];
    const [none, one] = [
      ['0', '0'],
      ['1', '1'],
    ];
    expect(lines()).toEqual([
      ['Student', 'Last active', 'May need help', ...weeks('All packages'), ...weeks('Time'), ...heads],
      ['#041', '2026-11-18', '–', ...none, ...none, '8', '8', '8', '8'],
      ['#038', 'Never', '–', ...none, ...none, '0', '8', '0', '8'],
      ['#025', '2026-11-20', t('help.behind', { package: 'Time' }), ...one, ...one, '2', '8', '0', '8'],
      ['#017', '2026-11-18', '–', ...none, ...none, '8', '8', '8', '8'],
    ]);
  });

  it('has the day and the separator of the language', () => {
    const inFrance = Object.assign((...message: Parameters<Translate>) => t(...message), { language: 'fr' } as const);
    const view = classView(reading, { sort: { key: 'student', descending: false }, only: null }, 'fr');
    const readAt = new Date(2026, 10, 3, 12).getTime();
    const { name, text } = classFile(view, readAt, { t: inFrance, texts: createTexts(inFrance) });
    expect(name).toBe('class-progress-2026-11-03.csv');
    expect(text.split('\r\n')[1]).toMatch(/^"#017";"2026-11-18";"–";"0";"0";"0";"0";"8";"8"/);
  });
});

const dangerous = /^[=+\-@\t\r\n]/;
const field = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\' a1é') }));
const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
const delimiter = fc.constantFrom(',' as const, ';' as const);
const read = (text: string, by: string): string[][] =>
  Papa.parse<string[]>(text.slice(1), { delimiter: by, newline: '\r\n' }).data.slice(0, -1);

// A parser reads every other text as it was.
it('contains no field that a spreadsheet would run', () => {
  fc.assert(
    fc.property(table, delimiter, (lines, by) => {
      const expected = lines.map((fields) => fields.map((text) => (dangerous.test(text) ? `'${text}` : text)));
      const fields = read(csvOf(lines, by), by);
      expect(fields).toEqual(expected);
      for (const text of fields.flat()) expect(text).not.toMatch(dangerous);
    }),
  );
});

describe('the texts of the classroom page', async () => {
  const english = createTexts(t);
  const french = createTexts(await loadTranslations('classroom', 'fr'));

  it('prevents a spreadsheet from reading a count as a date', () => {
    expect(english.cell({ done: 5, total: 6 })).toBe('5\u00A0/\u00A06');
  });

  it('rounds no share up to 100 %', () => {
    expect([0, 0.29, 0.996, 1].map(english.percent)).toEqual(['0%', '29%', '99%', '100%']);
    expect(french.percent(0.5)).toMatch(/^50[\u202F\u00A0]%$/);
  });

  it('formats a day for reading', () => {
    const moment = new Date(2026, 10, 3, 12).getTime();
    expect(french.lastPlayed({ lastPlayedAt: new Date(moment).toISOString(), started: true })).toBe('3 nov. 2026');
    expect(french.lastPlayed({ lastPlayedAt: null, started: false })).toBe('Jamais');
    expect(french.lastPlayed({ lastPlayedAt: null, started: true })).toBe('Avant');
  });

  it('says why a student is absent who has played in an earlier system only', () => {
    const absent = { studentCode: '1', reason: 'absent', package: null } as const;
    expect(english.help(absent, { lastPlayedAt: null, started: true })).toBe(t('help.absent'));
    expect(english.help(absent, { lastPlayedAt: null, started: false })).toBe(t('help.never'));
  });
});
