/**
 * What colleagues say; the words are `reviews.<name>` in `locales/<lang>/site.json`. A `sample` was said by nobody: it holds the
 * place, the page says so, and it is to be replaced by what somebody said and agreed to see published.
 */
export const teacherReviews = [
  { name: 'groups', sample: true },
  { name: 'quarters', sample: true },
] as const;
