import { buildVariables } from '../../src/config/variables.ts';
import { serverVariableNames } from '../config/load-config.ts';

const knownVariables: ReadonlySet<string> = new Set([
  ...serverVariableNames,
  ...buildVariables,
  'APP_MODE',
  'BUILD_FOLDER',
  'ENV_FILE',
  'CHROME_PATH',
]);

/** Returns how many letters must be inserted, removed or replaced to make one text of the other (Levenshtein). */
const distanceBetween = (one: string, other: string): number => {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
};

/** Short names such as HOST and HOME resemble each other by chance. */
const toleranceOf = ({ length }: string): number => {
  if (length < 8) return 0;
  return length < 10 ? 1 : 2;
};

/** Returns the given names that are not variables of the portal but resemble one, each with that one. */
export const misspelled = (names: readonly string[]): { given: string; known: string }[] =>
  names
    .filter((name) => !knownVariables.has(name))
    .flatMap((given) => {
      const [closest] = [...knownVariables]
        .map((known) => ({ known, distance: distanceBetween(given.toUpperCase(), known) }))
        .filter(({ known, distance }) => distance <= toleranceOf(known))
        .sort((one, other) => one.distance - other.distance);
      return closest === undefined ? [] : [{ given, known: closest.known }];
    });
