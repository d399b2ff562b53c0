/** Copies the host's `email` and `theme` attributes to its prerendered form. */
export const applyAttributes = (host: HTMLElement, box: Element): void => {
  const email = host.getAttribute('email');
  const theme = host.getAttribute('theme');
  const field = box.querySelector<HTMLInputElement>('[name=email]');
  if (email !== null && field !== null) field.defaultValue = email;
  if (theme !== null) box.firstElementChild?.setAttribute('data-theme', theme);
};
