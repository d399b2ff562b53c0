import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import curriculum from '../../src/config/curriculum.json' with { type: 'json' };
import { levelNamePattern } from '../../src/contracts/levels.ts';
import { sampleLevels } from '../config/load-config.ts';

const count = z.int().min(0);
const board = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fraction-circle'), circles: count, parts: count, filled: count }),
  z.strictObject({
    kind: z.literal('fraction-bars'),
    bars: z.array(z.strictObject({ parts: count, filled: count })).min(2),
  }),
  z.strictObject({ kind: z.literal('ten-frame'), counters: count.max(20) }),
  z.strictObject({
    kind: z.literal('number-line'),
    from: z.number(),
    to: z.number(),
    step: z.number().positive(),
    start: z.number(),
    hops: z.array(z.number()).min(1),
  }),
  z.strictObject({ kind: z.literal('base-ten'), hundreds: count, tens: count, ones: count }),
  z.strictObject({ kind: z.literal('cubes'), heights: z.array(z.array(count)) }),
]);
const level = z.strictObject({
  format: z.literal(1),
  name: z.string().regex(levelNamePattern),
  title: z.string().min(3),
  package: z.string(),
  concept: z.string(),
  board,
  answer: z.string(),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Computes a board's result independently, as described in backend/levels/README.md. */
const answerOf = (given: z.infer<typeof board>): string => {
  switch (given.kind) {
    case 'fraction-circle':
      return `${given.filled}/${given.parts}`;
    case 'fraction-bars':
      return `${given.bars[0]?.filled}/${given.bars[0]?.parts}`;
    case 'ten-frame':
      return String(given.counters);
    case 'number-line':
      return String(given.start + sum(given.hops));
    case 'base-ten':
      return String(100 * given.hundreds + 10 * given.tens + given.ones);
    case 'cubes':
      return String(sum(given.heights.flat()));
  }
};

const files = readdirSync(sampleLevels);
const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
const read = (file: string): Buffer => readFileSync(join(sampleLevels, file));

describe('the bundled levels', () => {
  it('bundles six levels, each with its picture, and nothing else', () => {
    expect(names).toHaveLength(6);
    expect(files.toSorted()).toEqual(
      [...names.flatMap((name) => [`${name}.json`, `${name}.png`]), 'README.md', 'levels.csv'].toSorted(),
    );
  });

  it('lists every bundled level in the CSV, under the name that the game uses', () => {
    const lines = read('levels.csv').toString().trim().split('\n').slice(1);
    expect(lines.map((line) => line.split(',', 1)[0]?.replaceAll('~', '__')).toSorted()).toEqual(names.toSorted());
  });

  it.each(names)('checks that the board of %s is correct', (name) => {
    const { board: laid, answer, ...rest } = level.parse(JSON.parse(read(`${name}.json`).toString()));
    expect(answer).toBe(answerOf(laid));
    expect(rest.name).toBe(name);
    const about = curriculum.packages.find(({ id }) => id === rest.package);
    expect(about?.concepts.map(({ id }) => id)).toContain(rest.concept);
    if (laid.kind === 'fraction-bars') {
      expect(new Set(laid.bars.map(({ filled, parts }) => filled / parts)).size).toBe(1);
    }
  });

  it.each(names)('checks that %s has a small picture of 320 × 220', (name) => {
    const picture = read(`${name}.png`);
    expect(picture.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([320, 220]);
    expect(picture.length).toBeLessThan(16 * 1024);
  });
});
