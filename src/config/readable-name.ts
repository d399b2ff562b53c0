/** What shows of an id that has no translation: without 'sf1', 'sf2' and underscores (spec section 9). */
export const readableName = (id: string): string => {
  const words = id
    .replaceAll(/sf[12]/gi, '')
    .replaceAll('_', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
};
