/** The keyboard and the screen reader go on at the page's heading. */
export const focusHeading = (options?: FocusOptions): void =>
  document.querySelector<HTMLElement>('main h1')?.focus(options);
