import { describe, expect, it } from 'vitest';
import { needsHelp } from './needs-help.ts';
import { aStudent, daysAgo, now } from './testing/classroom-builder.ts';

const young = { now, createdAt: daysAgo(7) };
const old = { now, createdAt: daysAgo(15) };
const well = { fractions: { halves: [8, 8] } } as const;

describe('who may need help', () => {
  it('is nobody who plays and gets on', () => {
    expect(needsHelp(aStudent('017', well), old)).toBe(null);
  });

  it('is who made no progress for more than 14 days', () => {
    expect(needsHelp(aStudent('017', well, daysAgo(14)), old)).toBe(null);
    expect(needsHelp(aStudent('017', well, daysAgo(14.01)), old)).toBe('absent');
  });

  it('is who never played in a class of more than 14 days', () => {
    expect(needsHelp(aStudent('017'), young)).toBe(null);
    expect(needsHelp(aStudent('017'), old)).toBe('absent');
  });

  it('is who has under a third done in a package that was started', () => {
    expect(needsHelp(aStudent('017', { ...well, multiplication: { groups: [3, 9] } }), old)).toBe(null);
    expect(needsHelp(aStudent('017', { ...well, multiplication: { groups: [2, 9] } }), old)).toBe('behind');
  });

  it('is judged by the package, not by each of its concepts', () => {
    expect(needsHelp(aStudent('017', { fractions: { halves: [8, 8], thirds: [0, 8] } }), old)).toBe(null);
  });

  it('is not who left a concept that never shows', () => {
    expect(needsHelp(aStudent('017', { ...well, small_numbers: { hub: [0, 8] } }), old)).toBe(null);
  });
});
