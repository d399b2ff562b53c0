import { z } from 'zod';

/** Fields of requests with PlayFab's own complaints about them (design notes on PlayFab, section 4). */
const emailShape = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/;
const ascii = /^[!-~]*$/;

export const required = (name: string) => z.string({ error: `The ${name} field is required.` });
export const titleId = required('TitleId');

/**
 * Compared in lower case: one person, one address. More than ASCII is refused, because look-alike characters would make two
 * addresses of one, or one of two.
 */
export const email = required('Email')
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .max(255, 'Email must be less than 255 characters.')
      .refine((text) => ascii.test(text) && emailShape.test(text), 'Email address is not valid.')
      .transform((text) => text.toLowerCase()),
  );

/** What PlayFab itself accepts; what the title demands on top is `minPassword`. */
export const passwordRule = (least: number): string => `Password must be between ${least} and 100 characters.`;
/** Counted in UTF-16 units, as .NET and a browser's field do; zod counts an emoji as one sign. */
export const password = required('Password').refine((text) => text.length >= 6 && text.length <= 100, passwordRule(6));

export const opaqueId = (name: string) => required(name).min(1, `The ${name} field is required.`).max(256);
