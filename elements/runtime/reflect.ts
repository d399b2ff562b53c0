/**
 * A base class whose properties mirror its attributes, as on any HTML element. Setting null or undefined removes the
 * attribute.
 */
export const reflect = (attributes: readonly string[]): CustomElementConstructor => {
  class Reflecting extends HTMLElement {
    static readonly observedAttributes = attributes;

    constructor() {
      super();
      upgradeProperties(this, attributes);
    }
  }
  for (const name of attributes) {
    Object.defineProperty(Reflecting.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return this.getAttribute(name) ?? undefined;
      },
      set(this: Element, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(name);
        else this.setAttribute(name, String(value));
      },
    });
  }
  return Reflecting;
};

/** Properties that were set before the definition hide the accessors, so they are set again through the accessors. */
export const upgradeProperties = (element: object, names: readonly string[]): void => {
  for (const name of names.filter((key) => Object.hasOwn(element, key))) {
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
};
