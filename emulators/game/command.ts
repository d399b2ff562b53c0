import { parseArgs } from 'node:util';
import { z } from 'zod';
import { demoWeeksMaximum } from '../../src/contracts/demo-class.ts';
import { defaultLanguage, languages } from '../../src/contracts/language.ts';
import { studentsMaximum, studentsMinimum } from '../../src/contracts/school-zone.ts';

const between = (least: number, most: number) => z.coerce.number().pipe(z.int().min(least).max(most));

const values = z.object({
  students: between(studentsMinimum, studentsMaximum).default(studentsMaximum),
  weeks: between(0, demoWeeksMaximum).default(6),
  language: z.enum(languages).default(defaultLanguage),
  seed: between(0, 2 ** 31).default(1),
  live: z.boolean().default(false),
});
export type Command = z.infer<typeof values>;

export const usage = `npm run demo:class -- [--students 1-${studentsMaximum}] [--weeks 0-${demoWeeksMaximum}] [--language ${languages.join('|')}] [--seed number] [--live]`;

/** Returns the options of the command line, or undefined if they do not match `usage`. */
export const readCommand = (args: readonly string[]): Command | undefined => {
  const text = { type: 'string' } as const;
  const options = { students: text, weeks: text, language: text, seed: text, live: { type: 'boolean' } } as const;
  try {
    return values.parse(parseArgs({ args: [...args], options }).values);
  } catch {
    return undefined;
  }
};
