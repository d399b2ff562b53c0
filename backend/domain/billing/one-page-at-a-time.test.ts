import { describe, expect, it } from 'vitest';
import { createOnePageAtATime } from './one-page-at-a-time.ts';

type Asked = { person: string; page: string };

/** Requests that run until the test ends them. */
const createPages = () => {
  const running: { page: string; end: (error?: Error) => void }[] = [];
  const ask = createOnePageAtATime<Asked, string>({
    personOf: ({ person }) => person,
    isSame: (one, other) => one.page === other.page,
    run: ({ page }) =>
      new Promise((resolve, reject) =>
        running.push({ page, end: (error) => (error === undefined ? resolve(page) : reject(error)) }),
      ),
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async (error?: Error) => {
    await settled();
    const ended = running.splice(0);
    for (const { end } of ended) end(error);
    await settled();
    return ended.map(({ page }) => page);
  };
  return { ask: (page: string, person = 'marie') => ask({ page, person }), endAll };
};

describe('the payment pages of one person', () => {
  it('opens two pages for twelve tabs with different coupons, and gives the newest to all that waited', async () => {
    const { ask, endAll } = createPages();
    const asked = Array.from({ length: 12 }, (_, count) => ask(`coupon ${count}`));
    expect([await endAll(), await endAll(), await endAll()]).toEqual([['coupon 0'], ['coupon 11'], []]);
    expect(await Promise.all(asked)).toEqual(['coupon 0', ...Array(11).fill('coupon 11')]);
  });

  it('runs requests for the same page together, unless another page is next', async () => {
    const { ask, endAll } = createPages();
    const asked = ['a', 'a', 'b', 'a'].map((page) => ask(page));
    expect([await endAll(), await endAll()]).toEqual([['a', 'a'], ['a']]);
    expect(await Promise.all(asked)).toEqual(['a', 'a', 'a', 'a']);
  });

  it('continues after a failure, and lets nobody wait for another person', async () => {
    const { ask, endAll } = createPages();
    const failed = ask('a').catch(String);
    const next = ask('b');
    const other = ask('c', 'paul').catch(String);
    expect(await endAll(new Error('away'))).toEqual(['a', 'c']);
    expect(await endAll()).toEqual(['b']);
    expect(await Promise.all([failed, next, other])).toEqual(['Error: away', 'b', 'Error: away']);
    const again = ask('d');
    expect(await endAll()).toEqual(['d']);
    expect(await again).toBe('d');
  });
});
