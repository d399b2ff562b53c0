import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import curriculum from '../../src/config/curriculum.json' with { type: 'json' };
import { levelNamePattern } from '../../src/contracts/calls/levels.ts';
import { sampleLevels } from '../config/load-config.ts';

const level = z.strictObject({
  format: z.literal(1),
  name: z.string().regex(levelNamePattern),
  title: z.string().min(3),
  package: z.string(),
  concept: z.string(),
  board: z.looseObject({ kind: z.string() }),
  answer: z.string(),
});

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

  it.each(names)('names a concept of the curriculum in %s', (name) => {
    const found = level.parse(JSON.parse(read(`${name}.json`).toString()));
    expect(found.name).toBe(name);
    const about = curriculum.packages.find(({ id }) => id === found.package);
    expect(about?.concepts.map(({ id }) => id)).toContain(found.concept);
  });

  it.each(names)('checks that %s has a small picture of 320 × 220', (name) => {
    const picture = read(`${name}.png`);
    expect(picture.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([320, 220]);
    expect(picture.length).toBeLessThan(16 * 1024);
  });
});
