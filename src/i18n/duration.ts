import type { Language } from '../contracts/language.ts';

/** Formats a duration: "40 seconds", "3 minutes". It is rounded up, so that the wait is over when the text says so. */
export const readableDuration = (seconds: number, language: Language): string => {
  const [amount, unit] =
    seconds < 60
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : seconds < 3600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
};
