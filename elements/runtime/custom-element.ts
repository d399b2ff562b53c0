import type { TagName } from '../../src/contracts/tags.ts';
import { logError } from '../../src/lib/browser.ts';
import { configuredEvent, portalOf } from './portal-origin.ts';

/**
 * Registers a tag. A second copy of the script does nothing, because the tag exists already. Without a window (an
 * import on a server) nothing happens, and the class is not created.
 */
export const define = (tag: TagName, create: () => CustomElementConstructor): void => {
  if (typeof customElements === 'undefined' || customElements.get(tag) !== undefined) return;
  customElements.define(tag, create());
};

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

/**
 * The names of the custom state. Old engines reject a name without dashes, and some test environments do not support
 * states.
 */
const statesOf = (element: HTMLElement): Set<string> | undefined => {
  try {
    return element.attachInternals().states;
  } catch {
    return undefined;
  }
};

/** Whether an element is ready, for code that is too late for the event: a promise, and the state `:state(ready)`. */
export type Readiness = { promise: Promise<void>; set(): void; reset(): void };

export const createReadiness = (element: HTMLElement): Readiness => {
  const states = statesOf(element);
  let resolve = (): void => undefined;
  const open = (): Promise<void> =>
    new Promise((done) => {
      resolve = done;
    });
  let isReady = false;
  const readiness: Readiness = {
    promise: open(),
    set() {
      isReady = true;
      try {
        states?.add('ready');
      } catch {
        // Chrome 123 and 124 support the promise and the event only.
      }
      resolve();
    },
    reset() {
      if (!isReady) return;
      isReady = false;
      states?.delete('ready');
      readiness.promise = open();
    },
  };
  return readiness;
};

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

const reported = new Set<string>();

/**
 * Waits for the address of the portal. `configure` may run after the element is in the page, so the error is logged
 * after the scripts that currently run, once for each tag.
 * @param start called when `configure` was called
 */
export const waitForPortal = (element: Element, start: () => void): void => {
  const tag = element.localName;
  addEventListener(configuredEvent, start, { once: true });
  setTimeout(() => {
    if (reported.has(tag) || !element.isConnected || portalOf(element) !== undefined) return;
    reported.add(tag);
    logError(
      `<${tag}> has no portal address, so it sends nothing and shows its fallback content. Set it once: ` +
        `import { configure } from 'maths-portal/configure'; configure({ portal: 'https://portal.example' }). ` +
        `Or set it on the tag: <${tag} portal="https://portal.example">. It must be an origin, without a path.`,
    );
  });
};
