/** Preloads the modules in parallel. Without this, the browser would find each module only in the previous one. */
export const preload = (urls: readonly string[]): void =>
  document.head.append(
    ...urls.map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href })),
  );
