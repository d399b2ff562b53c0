type Field = HTMLInputElement | HTMLSelectElement;

const fieldsIn = (container: ParentNode): Field[] => [
  ...container.querySelectorAll<Field>('input[name], select[name]'),
];

const isField = (node: unknown): node is Field => node instanceof HTMLInputElement || node instanceof HTMLSelectElement;

const isTickable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** Tells the features what the fields hold: they hear of it by events that came too early for them. */
export const announceTyped = (container: ParentNode): void => {
  for (const field of fieldsIn(container)) {
    if (field.value !== '') field.dispatchEvent(new Event('input', { bubbles: true }));
  }
};

/** What stands in the fields, and where the caret is. The answer puts it into the fields of the same names. */
export const keepTyped = (container: Element): (() => void) => {
  const kept = fieldsIn(container).map((field) => ({
    field,
    name: field.name,
    value: field.value,
    ticked: isTickable(field) && field.checked,
  }));
  const home = container.getRootNode();
  const active = home instanceof Document || home instanceof ShadowRoot ? home.activeElement : null;
  const focused = isField(active) && container.contains(active) ? active : undefined;
  const caret = focused instanceof HTMLInputElement && ([focused.selectionStart, focused.selectionEnd] as const);
  return () => {
    for (const field of fieldsIn(container)) {
      const old = kept.find(({ name }) => name === field.name);
      // A field that is still there has kept everything itself.
      if (old === undefined || old.field === field) continue;
      if (isTickable(field)) field.checked = old.ticked;
      else if (old.value !== '') field.value = old.value;
      if (focused?.name !== field.name) continue;
      field.focus();
      // An address has no caret that a script could see.
      if (field instanceof HTMLInputElement && caret && caret[0] !== null) field.setSelectionRange(...caret);
    }
  };
};
