/** Asks for files at once that would be found one after the other. */
export const preload = (files: readonly string[], base: string): void => {
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = new URL(file, base).href;
    document.head.append(link);
  }
};
