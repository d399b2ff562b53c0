/**
 * Parses `Retry-After` (a number or an HTTP date; RFC 9110, 10.2.3) as whole seconds from now. Returns undefined for
 * anything else.
 */
export const parseRetryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
};
