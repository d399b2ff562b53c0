const linkTo = (href: string): HTMLLinkElement =>
  Object.assign(document.createElement('link'), { rel: 'modulepreload', href });

/** Asks for files at once that would be found one after the other. */
export const preload = (files: readonly string[], base: string): void =>
  document.head.append(...files.map((file) => linkTo(new URL(file, base).href)));
