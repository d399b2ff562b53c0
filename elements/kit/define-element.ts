import r2wc from '@r2wc/core';
import { definitionOf, type TagName } from '../../src/contracts/tags.ts';
import { isTargetBrowser } from '../../src/lib/browser.ts';
import { configuredEvent, portalOf } from './portal-origin.ts';

/** What a tag does while it is in a page. r2wc mounts, updates and unmounts it. */
export type Lifecycle = {
  /** The element is in the page, was moved, or an attribute changed. */
  update(): void;
  /** The element left the page, or is being moved. */
  disconnect(): void;
};

/** @param resetReady called when the element is no longer ready, so that `whenReady` is a new promise */
type CreateLifecycle = (element: HTMLElement, resetReady: () => void) => Lifecycle;

type Callbacks = {
  connectedCallback(): void;
  disconnectedCallback(): void;
  attributeChangedCallback(name: string, before: string | null, value: string | null): void;
};

const hasCallbacks = (made: CustomElementConstructor): made is new () => HTMLElement & Callbacks =>
  'attributeChangedCallback' in made.prototype;

/** Returns the property of an attribute with the naming of r2wc: `classroom-id` becomes `classroomId`. */
const propertyOf = (attribute: string): string =>
  attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Properties that were set before the definition hide the accessors, so they are set again through the accessors. */
const upgradeProperties = (element: object, names: readonly string[]): void => {
  for (const name of names.filter((key) => Object.hasOwn(element, key))) {
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
};

/** Whether an element is ready, for code that is too late for the event: a promise, and the state `:state(ready)`. */
const createReadiness = (element: HTMLElement) => {
  // Some test environments and old engines have no states, or reject a name without dashes.
  const mark = (isReady: boolean): void => {
    try {
      internals ??= element.attachInternals();
      if (isReady) internals.states.add('ready');
      else internals.states.delete('ready');
    } catch {
      // They support the promise and the event only.
    }
  };
  let internals: ElementInternals | undefined;
  let opened = Promise.withResolvers<void>();
  let isReady = false;
  return {
    get promise() {
      return opened.promise;
    },
    set() {
      isReady = true;
      mark(true);
      opened.resolve();
    },
    reset() {
      if (!isReady) return;
      isReady = false;
      mark(false);
      opened = Promise.withResolvers();
    },
  };
};

/** Waits for `configure`, which may run after the element is in the page. A missing address is explained afterwards. */
const waitForPortal = (element: Element, start: () => void): void => {
  addEventListener(configuredEvent, start, { once: true });
  setTimeout(() => {
    if (!element.isConnected || portalOf(element) !== undefined) return;
    import('./developer-messages.ts').then(
      ({ explainMissingPortal }) => explainMissingPortal(element),
      () => undefined,
    );
  });
};

/** Makes the class of a tag with r2wc 1.3.1, and corrects what that does wrong (docs/contributors/elements.md). */
const classOf = (tag: TagName, createLifecycle: CreateLifecycle) => {
  const props = definitionOf(tag)
    .attributes.filter((name) => name !== 'light-dom')
    .map(propertyOf);
  const lifecycles = new WeakMap<HTMLElement, Lifecycle>();
  const made = r2wc<Record<string, string>, Lifecycle | undefined>(
    () => null,
    { props },
    {
      /** Without a result, r2wc asks again when an attribute changes. */
      mount(element) {
        const lifecycle = lifecycles.get(element);
        // The element can be away again when its callback runs.
        if (!element.isConnected || lifecycle === undefined) return undefined;
        if (portalOf(element) === undefined) {
          waitForPortal(element, () => update(element));
          return undefined;
        }
        lifecycle.update();
        return lifecycle;
      },
      update: (lifecycle) => lifecycle?.update(),
      unmount: (lifecycle) => lifecycle?.disconnect(),
    },
  );
  if (!hasCallbacks(made)) throw new Error('@r2wc/core makes another class than expected');

  class PortalElement extends made {
    readonly #readiness = createReadiness(this);

    constructor() {
      super();
      // r2wc counts a new element as connected, and would mount it at its first attribute.
      super.disconnectedCallback();
      lifecycles.set(this, createLifecycle(this, this.#readiness.reset));
      upgradeProperties(this, [...props, 'lightDom']);
      this.addEventListener('ready', ({ target }) => target === this && this.#readiness.set());
    }

    /** Resolves when the element is ready, also if it was ready before. A removal creates a new promise. */
    get whenReady(): Promise<void> {
      return this.#readiness.promise;
    }

    /** Takes effect when the element is connected. */
    get lightDom(): boolean {
      return this.hasAttribute('light-dom');
    }

    set lightDom(value: boolean) {
      this.toggleAttribute('light-dom', Boolean(value));
    }

    /** r2wc ignores an attribute that is removed or empty. */
    override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
      if (value) return super.attributeChangedCallback(name, before, value);
      Reflect.set(this, propertyOf(name), value ?? undefined);
      update(this);
    }

    /** `moveBefore` keeps everything: this method makes the browser skip the two other callbacks. */
    connectedMoveCallback(): void {}
  }

  /** Lets r2wc mount or update the element. */
  const update = (element: HTMLElement): void => {
    if (element.isConnected && element instanceof PortalElement) element.connectedCallback();
  };
  return PortalElement;
};

/** Shows the content inside the tags of an older browser, also where a page of the portal contains a form. */
const showContent = (tag: TagName): void => {
  for (const { shadowRoot } of document.querySelectorAll(tag))
    shadowRoot?.replaceChildren(document.createElement('slot'));
};

/** Defines a tag, once, though several copies of the script run. Does nothing without a window, as on a server. */
export const defineElement = (tag: TagName, createLifecycle: CreateLifecycle): void => {
  if (typeof customElements === 'undefined' || customElements.get(tag) !== undefined) return;
  if (!isTargetBrowser()) return showContent(tag);
  customElements.define(tag, classOf(tag, createLifecycle));
};
