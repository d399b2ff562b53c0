import { describe, expect, it } from 'vitest';
import { type LevelsEvent, levelsFlow, levelsStart } from './levels-flow.ts';

describe('the flow of the level tool', () => {
  it.each<LevelsEvent>([
    { type: 'listing' },
    { type: 'listed', asked: 1, levels: [] },
    { type: 'chose', name: 'castle', on: true },
    { type: 'chose-all', on: true },
    { type: 'fetched' },
  ])('ignores what concerns a list that was replaced meanwhile: %o', (event) => {
    expect(levelsFlow(levelsStart, event)).toBe(levelsStart);
  });
});
