/** Durations in milliseconds. A day has 24 hours, so it is not a calendar day when the clocks change. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
