import { limits } from '../../src/config/limits.ts';
import { Refusal } from '../domain/refusal.ts';

/** Functions that convert what people typed, and refuse what the shape of a body cannot describe. */

/** Matches a text with a visible character: not only format characters, combining marks, fillers or spaces. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns a single line without the spaces around it, in Unicode's composed form, because keyboards differ in how they
 * type é; null for an empty one.
 * @throws for control characters, which a person does not type and of which PostgreSQL cannot store NUL
 */
export const optionalLine = (typed: string): string | null => {
  const line = typed.trim().normalize();
  if (line === '') return null;
  if (line.length > limits.lineMaximum || /\p{Cc}/u.test(line) || !visible.test(line))
    throw new Refusal('INVALID_PAYLOAD');
  return line;
};

/** The same for a line that may not be empty. */
export const singleLine = (typed: string): string => {
  const line = optionalLine(typed);
  if (line === null) throw new Refusal('INVALID_PAYLOAD');
  return line;
};
