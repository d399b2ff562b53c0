import r2wc from '@r2wc/react-to-web-component';
import { createElement, type ReactNode } from 'react';
import { definitionOf } from '../../src/contracts/tags.ts';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import { ElementViewContext } from '../../src/features/shared/use-element.ts';
import { loadTranslations } from '../../src/i18n/load-translations.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { listenUntilHydrated } from './early-input.ts';
import { type ElementDefinition, openElement, type OpenElement } from './open-element.ts';
import { languageOf, watchLanguage } from './element-language.ts';
import { createElementView, prerenderedValues } from './element-view.ts';
import { formKey, variantOf } from './form-key.ts';
import { createReadiness, define, isRenderedByReact, upgradeProperties, waitForPortal } from './custom-element.ts';
import { createMount, type Mount } from './mount.tsx';
import { portalOf } from './portal-origin.ts';

// r2wc 2.1.1 keeps its state under this symbol (docs/contributors/elements.md lists what is corrected below, and why).
const r2wcProps = Symbol.for('r2wc.props');
const Nothing = (): null => null;

/** The texts of the style sheets that every element has. */
export const baseStyles = [tokensCss, uiCss];

/** Returns the property of an attribute with the naming of r2wc: `classroom-id` becomes `classroomId`. */
const propertyOf = (attribute: string): string =>
  attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Loads the messages for developers only when one is needed. */
const explainMistakes = async (element: HTMLElement, required: readonly string[]): Promise<void> => {
  if (!isRenderedByReact(element) && required.every((name) => element.hasAttribute(name))) return;
  const messages = await import('./developer-messages.ts').catch(() => undefined);
  messages?.explainElement(element, required, portalOf(element) ?? '');
};

/**
 * Makes a custom element of a feature. r2wc provides the reflected properties and the observed attributes. What it does
 * wrong with React 19 is done here instead: attributes are the only state, React is mounted only while the element is
 * connected, a move keeps what was typed, and events have kebab-case names, bubble and are composed.
 * The tags below describe every element that is made here; the package's manifest is generated from them.
 * @slot - Fallback content, for example a link to the page of the portal. It is shown until the element is shown, and
 * when the script is blocked.
 * @csspart frame - Container of the whole element.
 * @csspart card - The box around the form.
 * @csspart brand - The name of the product.
 * @csspart heading - The title.
 * @csspart form - The form.
 * @csspart field - A field with its label.
 * @csspart label - The label of a field.
 * @csspart input - A text field or a list.
 * @csspart field-error - The message below a field.
 * @csspart checkbox - A checkbox.
 * @csspart button - The button that submits the form.
 * @csspart link - A link.
 * @csspart reveal - The button that shows the password.
 * @csspart message - A message of the form.
 * @csspart error - A message that is an error; it is also a `message`.
 * @cssprop --maths-text - Colour of the text.
 * @cssprop --maths-text-soft - Colour of explanations.
 * @cssprop --maths-background - Background of the card.
 * @cssprop --maths-field-background - Background of the fields.
 * @cssprop --maths-line - Border of the card.
 * @cssprop --maths-line-strong - Border of the fields.
 * @cssprop --maths-link - Colour of links.
 * @cssprop --maths-link-hover - Colour of links under the pointer.
 * @cssprop --maths-button - Background of the button: the accent, from which the other colours of buttons and links
 * follow.
 * @cssprop --maths-button-hover - Background of the button under the pointer.
 * @cssprop --maths-button-edge - Lower edge of the button.
 * @cssprop --maths-button-text - Colour of the button's text.
 * @cssprop --maths-error - Colour of errors: messages, and the border of a field with an error.
 * @cssprop --maths-error-background - Background of an error message.
 * @cssprop --maths-error-line - Border of an error message.
 * @cssprop --maths-success - Colour of messages about a success.
 * @cssprop --maths-success-background - Background of a message about a success.
 * @cssprop --maths-success-line - Border of a message about a success.
 * @cssprop --maths-focus - Colour of the ring around the focused control. Default: `--maths-link`.
 * @cssprop --maths-font - Font. Default: the font of the page.
 * @cssprop --maths-font-heading - Font of the title. Default: `--maths-font`.
 * @cssprop --maths-radius - Corners of fields and buttons.
 * @cssprop --maths-radius-card - Corners of the card.
 * @cssprop --maths-padding - Space inside the card.
 * @cssprop --maths-max-width - Maximum width of the element.
 * @cssprop --maths-shadow - Shadow of the card.
 * @cssprop --maths-unit - Length by which texts and their spaces are multiplied. Default: `1px`.
 */
const elementClass = <Controller>(definition: ElementDefinition<Controller>): CustomElementConstructor => {
  const { name } = definition;
  const tag = `maths-${name}` as const;
  const { attributes, required = [], properties = [] } = definitionOf(tag);
  const texts = attributes.filter((name) => name !== 'light-dom').map(propertyOf);
  const css = [...baseStyles, ...definition.styles].join('\n');

  class PortalElement extends r2wc<Record<string, string>>(Nothing, { props: texts }) {
    /** The values that r2wc's getters return. */
    declare [r2wcProps]: Record<string, string | undefined>;
    #mount: Mount | undefined;
    #opened: OpenElement<Controller> | undefined;
    #t: Translate | undefined;
    #isWaiting = false;
    #unwatch = (): void => undefined;
    readonly #readiness = createReadiness(this);
    readonly #properties = new Map<string, unknown>();

    static {
      for (const name of properties) {
        Object.defineProperty(this.prototype, name, {
          get(this: PortalElement) {
            return this.#properties.get(name);
          },
          set(this: PortalElement, value: unknown) {
            if (this.#properties.get(name) === value) return;
            this.#properties.set(name, value);
            if (this.#mount !== undefined) this.#restart();
          },
        });
      }
    }

    constructor() {
      super();
      upgradeProperties(this, [...texts, ...properties, 'lightDom']);
      this.addEventListener('ready', ({ target }) => target === this && this.#readiness.set());
    }

    /** Takes effect when the element is connected. */
    get lightDom(): boolean {
      return this.hasAttribute('light-dom');
    }

    set lightDom(value: boolean) {
      this.toggleAttribute('light-dom', Boolean(value));
    }

    connectedCallback(): void {
      if (!this.isConnected) return;
      // The element was moved, perhaps into a part of the page with another language.
      if (this.#mount !== undefined) return this.#followLanguage();
      this.#isWaiting = portalOf(this) === undefined;
      if (this.#isWaiting) return waitForPortal(this, () => this.connectedCallback());
      void explainMistakes(this, required);
      const opened = openElement(this, definition);
      const mount = createMount(this, css, () => {
        const message = this.#t?.('errors.GENERIC_ERROR') ?? '';
        opened.context.failed({ code: 'GENERIC_ERROR', message });
      });
      this.#opened = opened;
      this.#mount = mount;
      // Needed for a form that a page of the portal contains. The view is being loaded already.
      const early = opened.form?.serve(mount.box, () => undefined);
      if (early !== undefined) listenUntilHydrated(mount.box, Promise.resolve(early));
      this.#followLanguage();
    }

    /** Translates the element, again whenever the language around it changes. */
    #followLanguage(): void {
      this.#unwatch();
      const follow = (): void => {
        if (languageOf(this) !== this.#t?.language) void this.#translate();
      };
      this.#unwatch = watchLanguage(this, follow);
      follow();
    }

    /**
     * A move is a removal and an insertion, so the element counts as removed only if it is still disconnected a
     * microtask later.
     */
    disconnectedCallback(): void {
      queueMicrotask(() => {
        if (!this.isConnected) this.#leave();
      });
    }

    /** `moveBefore` keeps everything: this method makes the browser skip the two callbacks above. */
    connectedMoveCallback(): void {}

    attributeChangedCallback(name: string, before: string | null, value: string | null): void {
      this[r2wcProps][propertyOf(name)] = value ?? undefined;
      // Another portal has other services.
      if (name === 'portal' && before !== value && (this.#isWaiting || this.#mount !== undefined))
        return this.#restart();
      if (before === value || this.#mount === undefined) return;
      if (name === 'origin') this.#opened?.context.originChanged();
      if (name === 'lang') void this.#translate();
      this.#render();
    }

    /** Resolves when the element is ready, also if it was ready before. A removal creates a new promise. */
    get whenReady(): Promise<void> {
      return this.#readiness.promise;
    }

    /** Starts again with the current attributes and properties. */
    #restart(): void {
      this.#leave();
      this.connectedCallback();
    }

    #leave(): void {
      this.#readiness.reset();
      this.#unwatch();
      this.#opened?.close();
      this.#mount?.unmount();
      this.#opened = undefined;
      this.#mount = undefined;
      this.#t = undefined;
    }

    async #translate(): Promise<void> {
      const mount = this.#mount;
      const language = languageOf(this);
      const t = await loadTranslations(name, language).catch(() => undefined);
      if (mount !== this.#mount || language !== languageOf(this)) return;
      // The current content stays: the other language, a prerendered form, or the page's own fallback link.
      if (t === undefined) return mount?.loadFailed(() => void this.#translate());
      this.#t = t;
      this.#render();
    }

    #render(): void {
      const t = this.#t;
      if (t === undefined || this.#mount === undefined || this.#opened === undefined) return;
      const { context, controller } = this.#opened;
      const content = (element: ElementContext, search: string): ReactNode =>
        createElement(
          ElementViewContext,
          { value: createElementView(t, element, search) },
          createElement(definition.view, { controller }),
        );
      const variant = variantOf(this, t.language);
      this.#mount.show(t, content(context, location.search), {
        key: formKey(tag, variant),
        content: (box) => content({ ...context, ...prerenderedValues(variant, box) }, ''),
      });
    }
  }
  return PortalElement;
};

/** Defines the custom element of a feature. Without a window, as at build time, nothing happens. */
export const defineElement = <Controller>(definition: ElementDefinition<Controller>): void =>
  define(`maths-${definition.name}`, () => elementClass(definition));
