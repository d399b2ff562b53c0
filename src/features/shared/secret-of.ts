/**
 * Returns the secret of a mailed link, which a page sets as a property of its element, because every script can read
 * attributes; null without one.
 */
export const secretOf = (element: EventTarget): string | null => {
  const value: unknown = Reflect.get(element, 'secret');
  return typeof value === 'string' && value !== '' ? value : null;
};
