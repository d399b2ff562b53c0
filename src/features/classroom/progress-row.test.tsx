import { describe, expect, it } from 'vitest';
import { loadTranslations } from '../../i18n/load-translations.ts';
import { createTexts } from './class-texts.ts';
import { classView } from './class-view.ts';
import { sameRow } from './progress-row.tsx';
import { aReading, aStudent } from './testing/classroom-builder.ts';

const t = await loadTranslations('classroom', 'en');
const texts = createTexts(t);
const rowOf = (done: number, other = 2) => {
  const students = [aStudent('017', { time: { clocks: [done, 4] }, money: { coins: [other, 4] } })];
  const choice = { sort: { key: 'student', descending: false }, onlyHelp: false } as const;
  const { rows, panels } = classView(aReading(students), choice, 'en');
  const [row] = rows;
  const columns = panels.find(({ id }) => id === 'time')?.columns;
  if (row === undefined || columns === undefined) throw new Error('No such row');
  return { row, name: undefined, packageId: 'time', columns, texts, onPaper: false, waiting: false };
};

describe('sameRow', () => {
  it('keeps a row that was created again without a change in its columns', () => {
    expect(sameRow(rowOf(2), rowOf(2))).toBe(true);
    expect(sameRow(rowOf(2), rowOf(2, 3))).toBe(true);
  });

  it('renders a row again when a cell or the language changed, and when its cells become visible', () => {
    expect(sameRow(rowOf(2), rowOf(3))).toBe(false);
    expect(sameRow(rowOf(2), { ...rowOf(2), texts: createTexts(t) })).toBe(false);
    expect(sameRow({ ...rowOf(2), waiting: true }, rowOf(2))).toBe(false);
    expect(sameRow(rowOf(2), { ...rowOf(2), name: 'Ada' })).toBe(false);
  });
});
