import { resourceMissing } from './errors.ts';

type Page = { limit?: number | undefined; starting_after?: string | undefined };

/**
 * Returns one page of a list. `all` must be sorted, newest first.
 * @throws StripeError when the cursor is unknown.
 */
export const listOf = <T extends { id: string }>(url: string, all: readonly T[], page: Page = {}) => {
  const limit = page.limit ?? 10;
  const start = page.starting_after === undefined ? 0 : all.findIndex(({ id }) => id === page.starting_after) + 1;
  if (page.starting_after !== undefined && start === 0) {
    throw resourceMissing('object', page.starting_after, 'starting_after');
  }
  return { object: 'list' as const, url, has_more: all.length > start + limit, data: all.slice(start, start + limit) };
};
