/**
 * Returns the origin that an operator wrote, in the form that browsers compare with: the host in small letters, no
 * default port, no trailing slash. Returns undefined when the text is not an origin, or holds more than one.
 */
export const originOf = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { href, origin } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
};
