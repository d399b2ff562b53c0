import { isDaysToLeave } from './limits.ts';
import { textOf, type Variables, variables } from './variables.ts';

/**
 * Reads the days of `VITE_WITHDRAWAL_DAYS` in which a parent may withdraw from the contract. The build writes them into
 * the elements, and the server applies them.
 * @throws Error for another period than `isDaysToLeave` accepts.
 */
export const createWithdrawalDays = (source: Variables): number => {
  const text = textOf(source, 'VITE_WITHDRAWAL_DAYS') ?? '14';
  if (isDaysToLeave(text)) return Number(text);
  throw new Error(`VITE_WITHDRAWAL_DAYS needs a number of days from 14 to 365, got "${text}".`);
};

/** In a bundle: the days that the build read (`vite-plugins.ts`). */
export const withdrawalDays =
  typeof __WITHDRAWAL_DAYS__ === 'undefined' ? createWithdrawalDays(variables) : __WITHDRAWAL_DAYS__;
