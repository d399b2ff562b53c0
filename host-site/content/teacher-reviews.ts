/**
 * Reviews by teachers. Their texts are `reviews.<name>` in `locales/<lang>/site.json`. A `sample` is a placeholder that
 * no teacher wrote. The page marks it as a sample, and it must be replaced by a review whose author agreed to its
 * publication.
 */
export const teacherReviews = [
  { name: 'groups', sample: true },
  { name: 'quarters', sample: true },
] as const;
