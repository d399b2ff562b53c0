/** Returns a date in Stripe's format: whole seconds since 1970. */
export const unix = (date: Date): number => Math.floor(date.getTime() / 1_000);
export const unixOrNull = (date: Date | null): number | null => (date === null ? null : unix(date));
