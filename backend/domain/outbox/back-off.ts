import { limits } from '../../../src/config/limits.ts';

const first = 5_000;

/** Milliseconds until the next try: 5, 15, 45 s and so on, five minutes at most (decisions section 5). */
export const backOff = (attempts: number): number => Math.min(first * 3 ** (attempts - 1), limits.backOffCap);
