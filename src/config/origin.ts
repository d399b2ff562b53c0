/**
 * Returns the origin that an operator wrote, in the form that browsers use: the host in lower case, no default port, no
 * trailing slash. Returns undefined when the text is not an origin, or contains more than one.
 */
export const originOf = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { href, origin } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
};
