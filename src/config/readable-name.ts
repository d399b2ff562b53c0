/**
 * Returns the displayed text for an id without translation: it removes 'sf1', 'sf2' and underscores
 * (product-spec.md#9-business-constants-and-limits).
 */
export const readableName = (id: string): string => {
  const words = id
    .replaceAll(/sf[12]/gi, '')
    .replaceAll('_', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
};
