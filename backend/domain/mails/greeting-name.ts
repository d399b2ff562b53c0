import { z } from 'zod';

/**
 * A name that a mail may contain: up to 40 letters with single spaces, hyphens, apostrophes and abbreviations between
 * them. Anybody can sign up another person's address, so a name must not be able to carry a link, markup or a message.
 */
export const greetingName = z
  .string()
  .max(40)
  .regex(/^\p{L}[\p{L}\p{M}]*(?:(?: |-|'|’|\. )\p{L}[\p{L}\p{M}]*){0,3}$/u);

/** Returns the name if a mail may greet by it. */
export const greetingNameOf = (name: string): string | undefined => greetingName.safeParse(name).data;
