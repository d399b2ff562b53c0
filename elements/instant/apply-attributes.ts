/** What the tag says about a first view, as far as no word depends on it. */
export const applyAttributes = (host: HTMLElement, box: Element): void => {
  const email = host.getAttribute('email');
  const theme = host.getAttribute('theme');
  const field = box.querySelector<HTMLInputElement>('[name=email]');
  if (email !== null && field !== null) field.defaultValue = email;
  if (theme !== null) box.firstElementChild?.setAttribute('data-theme', theme);
};
