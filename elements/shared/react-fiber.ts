/** React stores its own objects on the elements that it creates, under names with a random end. */
const ownName = (element: Element, start: string): string | undefined =>
  Object.keys(element).find((name) => name.startsWith(start));

export const isOfReact = (element: Element): boolean => ownName(element, '__reactFiber$') !== undefined;

/** Returns what React stored under a name that starts like this; undefined if there is nothing. */
export const storedByReact = (element: Element, start: '__reactFiber$' | '__reactProps$'): unknown => {
  const name = ownName(element, start);
  return name === undefined ? undefined : Reflect.get(element, name);
};
