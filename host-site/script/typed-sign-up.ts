/**
 * Stores what a teacher typed into the sign-up form, so that the next page can show the address, and the form can offer
 * everything else again when the address was wrong. It stays in this tab, and is in no address and no log.
 */
const key = 'teacherSignUp';

/** Without the permission to store anything the pages work too, but show no address. */
const withTab = (action: (tab: Storage) => void): void => {
  try {
    action(sessionStorage);
  } catch {
    // The browser has refused the access, or the storage is full.
  }
};

const formIn = (tag: EventTarget | null): HTMLFormElement | null =>
  tag instanceof Element ? (tag.shadowRoot ?? tag).querySelector('form') : null;

const typed = (): URLSearchParams => {
  let values = new URLSearchParams();
  withTab((tab) => {
    values = new URLSearchParams(tab.getItem(key) ?? '');
  });
  return values;
};

/** Keeps the values of the tag's form. */
export const storeTyped = (tag: EventTarget | null): void => {
  const form = formIn(tag);
  if (form === null) return;
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.set(name, value);
  withTab((tab) => tab.setItem(key, values.toString()));
};

/** Returns the address of the sign-up in this tab, or null. */
export const storedEmail = (): string | null => typed().get('email');

/** Types everything but the address into the empty fields of the tag's form, once. */
export const restoreTyped = (tag: EventTarget | null): void => {
  const form = formIn(tag);
  for (const [name, value] of typed()) {
    const field = form?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (name === 'email' || field.value !== '') continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  withTab((tab) => tab.removeItem(key));
};
