import { resourceMissing } from './errors.ts';

type Page = { limit?: number | undefined; starting_after?: string | undefined; ending_before?: string | undefined };

/**
 * Returns one page of a list. `all` must be sorted, newest first.
 * @throws StripeError when the cursor is unknown.
 */
export const listOf = <T extends { id: string }>(url: string, all: readonly T[], page: Page = {}) => {
  const limit = page.limit ?? 10;
  const indexOf = (id: string, param: string): number => {
    const index = all.findIndex((object) => object.id === id);
    if (index === -1) throw resourceMissing('object', id, param);
    return index;
  };
  if (page.ending_before !== undefined) {
    const end = indexOf(page.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list' as const, url, has_more: start > 0, data: all.slice(start, end) };
  }
  const start = page.starting_after === undefined ? 0 : indexOf(page.starting_after, 'starting_after') + 1;
  return { object: 'list' as const, url, has_more: all.length > start + limit, data: all.slice(start, start + limit) };
};
