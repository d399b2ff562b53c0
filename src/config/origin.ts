/**
 * Returns the one origin that an operator wrote, in the form that browsers use: the host in lower case, no default
 * port, no trailing slash. Returns undefined for any other text.
 */
export const originOf = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { href, origin } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
};
