/** Returns an operator's one origin in the form that browsers use (lower case, no default port); else undefined. */
export const originOf = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { href, origin } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
};
