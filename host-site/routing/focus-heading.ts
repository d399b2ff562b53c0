/** Moves the focus to the page's heading, for keyboard and screen reader users. */
export const focusHeading = (options?: FocusOptions): void =>
  document.querySelector<HTMLElement>('main h1')?.focus(options);
