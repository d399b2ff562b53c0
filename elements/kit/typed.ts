import { isTreeRoot } from '../../src/lib/browser.ts';

type Field = HTMLInputElement | HTMLSelectElement;

const fieldsIn = (container: ParentNode): Field[] => [
  ...container.querySelectorAll<Field>('input[name], select[name]'),
];

const isTickable = (field: Field): field is HTMLInputElement =>
  'checked' in field && (field.type === 'checkbox' || field.type === 'radio');

/** Dispatches events that report the values of the fields, because the features missed the earlier ones. */
export const dispatchInputEvents = (container: ParentNode): void => {
  for (const field of fieldsIn(container)) {
    if (field.value !== '') field.dispatchEvent(new Event('input', { bubbles: true }));
  }
};

/** Saves the fields' values and the caret. Returns a function that restores them in fields with the same names. */
export const saveTyped = (container: Element): (() => void) => {
  const kept = fieldsIn(container).map((field) => ({
    field,
    name: field.name,
    value: field.value,
    ticked: isTickable(field) && field.checked,
  }));
  const home = container.getRootNode();
  const active = isTreeRoot(home) ? home.activeElement : null;
  const focused = fieldsIn(container).find((field) => field === active);
  const caret =
    focused !== undefined && 'selectionStart' in focused && ([focused.selectionStart, focused.selectionEnd] as const);
  return () => {
    for (const field of fieldsIn(container)) {
      const old = kept.find(({ name }) => name === field.name);
      // A field that still exists has kept everything itself.
      if (old === undefined || old.field === field) continue;
      if (isTickable(field)) field.checked = old.ticked;
      else if (old.value !== '') field.value = old.value;
      if (focused?.name !== field.name) continue;
      field.focus();
      // Scripts cannot read the caret of an email field.
      if ('selectionStart' in field && caret && caret[0] !== null) field.setSelectionRange(...caret);
    }
  };
};
