import { describe, expect, it } from 'vitest';
import { loadTranslations } from '../../i18n/load-translations.ts';
import type { Translate } from '../../i18n/translate.ts';
import { createTexts } from './class-texts.ts';
import { classView } from './class-view.ts';
import { classFile, csvLines } from './csv.ts';
import { aReading, aStudent, daysAgo } from './testing/classroom-builder.ts';

const t = await loadTranslations('classroom', 'en');
const help = { studentCode: '025', reason: 'behind', package: 'time' } as const;
const students = [
  aStudent('017', { time: { clocks: [8, 8], dates: [8, 8] } }, daysAgo(3)),
  aStudent('025', { time: { clocks: [2, 8] } }, daysAgo(1)),
  aStudent('038'),
  aStudent('041', { time: { clocks: [8, 8], dates: [8, 8] } }, daysAgo(3)),
];
const reading = aReading(students, { help: [help] });
const lines = (onlyHelp: boolean) => {
  const view = classView(reading, { sort: { key: 'student', descending: true }, onlyHelp }, 'en');
  return csvLines(view, { t, texts: createTexts(t) });
};

describe('the file of a class', () => {
  it('contains the rows in their order, and the columns of the started packages as numbers', () => {
    const heads = ['Clocks', 'Dates'].flatMap((name) => [`Time – ${name}, completed`, `Time – ${name}, all levels`]);
    expect(lines(false)).toEqual([
      ['Student', 'Last active', 'May need help', ...heads],
      ['#041', '2026-11-18', '–', '8', '8', '8', '8'],
      ['#038', 'Never', '–', '0', '8', '0', '8'],
      ['#025', '2026-11-20', t('help.behind', { package: 'Time' }), '2', '8', '0', '8'],
      ['#017', '2026-11-18', '–', '8', '8', '8', '8'],
    ]);
  });

  it('contains only the filtered rows while a filter is on', () => {
    expect(lines(true).map(([student]) => student)).toEqual(['Student', '#025']);
  });

  it('has the day and the separator of the language', () => {
    const inFrance = Object.assign((...message: Parameters<Translate>) => t(...message), { language: 'fr' } as const);
    const view = classView(reading, { sort: { key: 'student', descending: false }, onlyHelp: false }, 'fr');
    const readAt = new Date(2026, 10, 3, 12).getTime();
    const { name, text } = classFile(view, readAt, { t: inFrance, texts: createTexts(inFrance) });
    expect(name).toBe('class-progress-2026-11-03.csv');
    expect(text.split('\r\n')[1]).toMatch(/^"#017";"2026-11-18";"–";"8";"8"/);
  });
});
