import { describe, expect, it } from 'vitest';
import { loadTranslations } from '../../i18n/load-translations.ts';
import { createTexts } from './class-texts.ts';

const english = createTexts(await loadTranslations('classroom', 'en'));
const french = createTexts(await loadTranslations('classroom', 'fr'));

describe('the texts of the classroom page', () => {
  it('prevents a spreadsheet from reading a count as a date', () => {
    expect(english.cell({ done: 5, total: 6 })).toBe('5\u00A0/\u00A06');
  });

  it('rounds no share up to 100 %', () => {
    expect([0, 0.29, 0.996, 1].map(english.percent)).toEqual(['0%', '29%', '99%', '100%']);
    expect(french.percent(0.5)).toMatch(/^50[\u202F\u00A0]%$/);
  });

  it('formats a day for reading', () => {
    const moment = new Date(2026, 10, 3, 12).getTime();
    expect(french.lastPlayed(new Date(moment).toISOString())).toBe('3 nov. 2026');
    expect(french.lastPlayed(null)).toBe('Jamais');
  });
});
