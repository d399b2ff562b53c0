/**
 * What a form's field holds now. Forms are read when they are sent and not at each key: autofill, password managers
 * and typing before hydration change fields without an event that React hears.
 */
export const formText = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};
