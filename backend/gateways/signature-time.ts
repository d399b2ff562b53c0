/** The largest difference, in seconds, between our clock and the time of a signature, in both directions. */
const tolerance = 300;

/**
 * Returns the time in a signature header `t=<unix seconds>,…` as text, or null when it is not a single number near now.
 * A signature from the future would otherwise be valid until then, and a time that is not a number forever.
 */
export const signatureTime = (header: string, now: number): string | null => {
  const [time, ...others] = header
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field.startsWith('t='))
    .map((field) => field.slice(2));
  if (time === undefined || others.length > 0 || !/^\d{1,12}$/.test(time)) return null;
  return Math.abs(now - Number(time) * 1_000) <= tolerance * 1_000 ? time : null;
};
