import { expect, it } from 'vitest';
import { readCommand } from './command.ts';

it('defaults to a class of 35 that plays six weeks in English', () => {
  expect(readCommand([])).toEqual({ students: 35, weeks: 6, language: 'en', seed: 1, live: false });
});

it('reads every option of the command line', () => {
  const args = ['--students', '12', '--weeks=2', '--language', 'fr', '--seed', '7', '--live'];
  expect(readCommand(args)).toEqual({ students: 12, weeks: 2, language: 'fr', seed: 7, live: true });
});

it.each([['--students', '36'], ['--weeks', '9'], ['--weeks', 'two'], ['--language', 'de'], ['--pupils', '3'], ['now']])(
  'rejects the arguments %s %s',
  (...args) => {
    expect(readCommand(args)).toBeUndefined();
  },
);
