/** Loads the modules at the same time; without it each would be found only in the one before it. */
export const preload = (urls: readonly string[]): void =>
  document.head.append(
    ...urls.map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href })),
  );
