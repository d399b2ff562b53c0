/**
 * The start of the property names under which React stores its objects on the elements that it creates. Their ends are
 * random.
 */
const ownName = (element: Element, start: string): string | undefined =>
  Object.keys(element).find((name) => name.startsWith(start));

export const isRenderedByReact = (element: Element): boolean => ownName(element, '__reactFiber$') !== undefined;

/** Returns the value that React stored under a name with this start, or undefined. */
export const readReactValue = (element: Element, start: '__reactFiber$' | '__reactProps$'): unknown => {
  const name = ownName(element, start);
  return name === undefined ? undefined : Reflect.get(element, name);
};
