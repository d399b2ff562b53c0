import { z } from 'zod';

const emailShape = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/;
const ascii = /^[!-~]*$/;

/** Creates a required text field with PlayFab's error message. */
export const required = (name: string) => z.string({ error: `The ${name} field is required.` });
export const titleId = required('TitleId');

/**
 * An email address in lower case, so that one person has one address. Only ASCII is accepted, because look-alike
 * characters would make different addresses look the same. PlayFab does not say that it removes spaces around an
 * address, so they are refused.
 */
export const emailAddress = (name: string) =>
  required(name)
    .max(255, `${name} must be less than 255 characters.`)
    .refine((text) => ascii.test(text) && emailShape.test(text), 'Email address is not valid.')
    .transform((text) => text.toLowerCase());
export const email = emailAddress('Email');

/** Returns PlayFab's message for a password of the wrong length. */
export const passwordRule = (least: number): string => `Password must be between ${least} and 100 characters.`;
/**
 * A password within PlayFab's own limits; the title can require more with `minPassword`. The length is counted in
 * UTF-16 units, as in .NET and in a browser's field. zod would count an emoji as one character.
 */
export const password = required('Password').refine((text) => text.length >= 6 && text.length <= 100, passwordRule(6));

export const opaqueId = (name: string) => required(name).min(1, `The ${name} field is required.`).max(256);
