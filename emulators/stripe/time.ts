/** Returns a date in Stripe's format: whole seconds since 1970. */
export const unix = (date: Date): number => Math.floor(date.getTime() / 1_000);
export const unixOrNull = (date: Date | null): number | null => (date === null ? null : unix(date));
export const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

/** Returns the first value of a field, typed with the values that it gets later. */
export const initially = <T>(value: T): T => value;
