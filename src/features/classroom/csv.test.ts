import { describe, expect, it } from 'vitest';
import { loadTranslations } from '../../i18n/load-translations.ts';
import { createTexts } from './class-texts.ts';
import { classView } from './class-view.ts';
import { csvLines } from './csv.ts';
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
  return csvLines(view, { t, texts: createTexts(t, 'en'), averageLabel: 'Class average' });
};

describe('the file of a class', () => {
  it('contains the rows in their order, and the columns of the started packages', () => {
    expect(lines(false)).toEqual([
      ['Student', 'Last active', 'May need help', 'Time – Clocks', 'Time – Dates'],
      ['Class average', '–', '–', '56%', '50%'],
      ['#041', 'Nov 18, 2026', '–', '8\u00A0/\u00A08', '8\u00A0/\u00A08'],
      ['#038', 'Never', '–', '0\u00A0/\u00A08', '0\u00A0/\u00A08'],
      ['#025', 'Nov 20, 2026', t('help.behind', { package: 'Time' }), '2\u00A0/\u00A08', '0\u00A0/\u00A08'],
      ['#017', 'Nov 18, 2026', '–', '8\u00A0/\u00A08', '8\u00A0/\u00A08'],
    ]);
  });

  it('contains only the filtered rows while a filter is on', () => {
    expect(lines(true).map(([student]) => student)).toEqual(['Student', 'Class average', '#025']);
  });
});
