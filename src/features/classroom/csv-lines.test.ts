import { describe, expect, it } from 'vitest';
import { loadWords } from '../../i18n/load-words.ts';
import { classView } from './class-view.ts';
import { csvLines } from './csv-lines.ts';
import { createTexts } from './class-texts.ts';
import { aReading, aStudent, daysAgo, now } from './testing/classroom-builder.ts';

const t = await loadWords('classroom', 'en');
const reading = aReading([
  aStudent('017', { time: { clocks: [4, 4], dates: [1, 4] } }, daysAgo(3)),
  aStudent('025', { time: { clocks: [1, 4] } }, daysAgo(1)),
  aStudent('038'),
]);
const lines = (onlyHelp: boolean) => {
  const view = classView(reading, { sort: { key: 'student', descending: true }, onlyHelp }, { language: 'en', now });
  return csvLines(view, { t, texts: createTexts(t, 'en'), averageLabel: 'Class average' });
};

describe('the file of a class', () => {
  it('has the rows as they stand, and the columns of the started packages', () => {
    expect(lines(false)).toEqual([
      ['Student', 'Last active', 'May need help', 'Time – Clocks', 'Time – Dates'],
      ['Class average', '–', '–', '41%', '8%'],
      ['#038', 'Never', '–', '0\u00A0/\u00A04', '0\u00A0/\u00A04'],
      ['#025', 'Nov 20, 2026', t('help.behind'), '1\u00A0/\u00A04', '0\u00A0/\u00A04'],
      ['#017', 'Nov 18, 2026', '–', '4\u00A0/\u00A04', '1\u00A0/\u00A04'],
    ]);
  });

  it('has only the filtered ones while they are filtered', () => {
    expect(lines(true).map(([student]) => student)).toEqual(['Student', 'Class average', '#025']);
  });
});
