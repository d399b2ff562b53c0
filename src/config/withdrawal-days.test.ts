import { describe, expect, it } from 'vitest';
import { createWithdrawalDays } from './withdrawal-days.ts';

describe('the days in which a parent may withdraw', () => {
  it('are the 14 of the law, or more', () => {
    expect(createWithdrawalDays({})).toBe(14);
    expect(createWithdrawalDays({ VITE_WITHDRAWAL_DAYS: '' })).toBe(14);
    expect(createWithdrawalDays({ VITE_WITHDRAWAL_DAYS: '30' })).toBe(30);
    expect(createWithdrawalDays({ VITE_WITHDRAWAL_DAYS: '365' })).toBe(365);
  });

  it.each(['13', '366', '14.5', '1e2', ' 30', '030 days', 'a month', '-30'])(
    'fail the build when they are %j',
    (days) => {
      expect(() => createWithdrawalDays({ VITE_WITHDRAWAL_DAYS: days })).toThrow(
        `VITE_WITHDRAWAL_DAYS needs a number of days from 14 to 365, got "${days}".`,
      );
    },
  );
});
