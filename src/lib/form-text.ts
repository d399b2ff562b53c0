import { pastedEmail } from '../contracts/typed-text.ts';

/**
 * Returns the current text of a form's field. Forms are read at submit and not at each key: autofill, password managers
 * and typing before hydration change fields without an event that React receives.
 */
export const formText = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

/** Returns the typed email address in the form that is checked and sent. */
export const formEmail = (data: FormData, name = 'email'): string => pastedEmail(formText(data, name));
