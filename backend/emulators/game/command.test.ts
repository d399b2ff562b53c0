import { expect, it } from 'vitest';
import { readCommand } from './command.ts';

it('lets a class of 35 play six weeks when nothing else is asked', () => {
  expect(readCommand([])).toEqual({ students: 35, weeks: 6, language: 'en', seed: 1, live: false });
});

it('takes what the command line says', () => {
  const args = ['--students', '12', '--weeks=2', '--language', 'fr', '--seed', '7', '--live'];
  expect(readCommand(args)).toEqual({ students: 12, weeks: 2, language: 'fr', seed: 7, live: true });
});

it.each([['--students', '36'], ['--weeks', '9'], ['--weeks', 'two'], ['--language', 'de'], ['--pupils', '3'], ['now']])(
  'does not know %s %s',
  (...args) => {
    expect(readCommand(args)).toBeUndefined();
  },
);
