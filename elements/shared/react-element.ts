import r2wc from '@r2wc/react-to-web-component';
import type { Settings } from '../../src/bridge/messages.ts';
import { type Placement, placementOf, surroundingsOf } from '../../src/bridge/partner-check.ts';
import { createEndpoints } from '../../src/config/endpoints.ts';
import { type ElementEventDetails, type ElementEventName, elementAttributes } from '../../src/contracts/elements.ts';
import { loadWords } from '../../src/i18n/load-words.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { builtView, drawnView } from './built-view.ts';
import type { ElementDefinition } from './definition.ts';
import { languageOf } from './element-language.ts';
import { formKey, variantOf } from './form-key.ts';
import { portalLink } from './portal-links.ts';
import { portalOrigin } from './portal-origin.ts';
import { reapply } from './reflect.ts';
import { openReporter, type Reporter } from './reporter.ts';
import { createSurface, type Surface } from './surface.tsx';
import { themeOf, type View } from './view.ts';

// r2wc 2.1.1 keeps its state under these (see the table in docs/widgets.md for what is mended below, and why).
const r2wcProps = Symbol.for('r2wc.props');
const Nothing = (): null => null;

/** An attribute's property, as r2wc pairs them: `classroom-id` is `classroomId`. */
const propertyOf = (attribute: string): string =>
  attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Makes a custom element of a feature. r2wc gives the reflected properties and the observed attributes; everything
 * that it does wrong with React 19 is done here instead: attributes are the only state, React is mounted only while
 * the element is connected, a move keeps what was typed, events have kebab-case names, bubble and are composed.
 */
export const reactElement = <Services>(definition: ElementDefinition<Services>): CustomElementConstructor => {
  const { tag, words, audience, render, properties = [] } = definition;
  const texts = elementAttributes[tag].filter((name) => name !== 'light-dom').map(propertyOf);
  const css = definition.styles.join('\n');
  const endpoints = createEndpoints(portalOrigin);
  let services: Services | undefined;

  class PortalElement extends r2wc<Record<string, string>>(Nothing, { props: texts }) {
    /** What r2wc's getters answer with. */
    declare [r2wcProps]: Record<string, string | undefined>;
    #surface: Surface | undefined;
    #reporter: Reporter | undefined;
    #placement: Placement = { kind: 'blocked' };
    #words: { t: Translate; language: ReturnType<typeof languageOf> } | undefined;
    #ready = false;
    readonly kept = new Map<string, unknown>();

    constructor() {
      super();
      reapply(this, [...texts, ...properties, 'lightDom']);
    }

    /** Takes effect when the element is connected. */
    get lightDom(): boolean {
      return this.hasAttribute('light-dom');
    }

    set lightDom(value: boolean) {
      this.toggleAttribute('light-dom', Boolean(value));
    }

    connectedCallback(): void {
      if (!this.isConnected || this.#surface !== undefined) return;
      this.#ready = false;
      this.#surface = createSurface(this, css, (t) => {
        this.#failed({ code: 'GENERIC_ERROR', message: t('errors.GENERIC_ERROR') });
      });
      this.#place();
      void this.#speak();
    }

    /** A move is a removal and an insertion: only who is still away a microtask later has left. */
    disconnectedCallback(): void {
      queueMicrotask(() => {
        if (!this.isConnected) this.#leave();
      });
    }

    /** `moveBefore` keeps everything; its presence is what spares us the two callbacks above. */
    connectedMoveCallback(): void {}

    attributeChangedCallback(name: string, before: string | null, value: string | null): void {
      this[r2wcProps][propertyOf(name)] = value ?? undefined;
      if (before === value || this.#surface === undefined) return;
      if (name === 'origin') this.#place();
      if (name === 'lang') void this.#speak();
      this.#draw();
    }

    #leave(): void {
      this.#reporter?.close();
      this.#surface?.remove();
      this.#reporter = undefined;
      this.#surface = undefined;
      this.#words = undefined;
    }

    #place(): void {
      this.#reporter?.close();
      this.#placement = placementOf(this.getAttribute('origin'), audience, surroundingsOf(window, portalOrigin));
      this.#reporter = openReporter(this, this.#placement, (settings) => this.#take(settings));
    }

    /** From `<maths-embed>` around the frame; they become attributes as if written in the page. */
    #take(settings: Settings): void {
      for (const [name, value] of Object.entries(settings)) this.setAttribute(name, value);
    }

    async #speak(): Promise<void> {
      const surface = this.#surface;
      const language = languageOf(this);
      const t = await loadWords(words, language).catch(() => undefined);
      if (surface !== this.#surface || language !== languageOf(this)) return;
      // What is there stays: the other language, a drawn form, or the page's own fallback link.
      if (t === undefined) return surface?.stuck(() => void this.#speak());
      this.#words = { t, language };
      this.#draw();
    }

    #draw(): void {
      if (this.#words === undefined || this.#surface === undefined) return;
      const { t, language } = this.#words;
      const attribute = (name: string): string | undefined => this.getAttribute(name) ?? undefined;
      const coupon = attribute('coupon');
      const { kind } = this.#placement;
      services ??= definition.createServices(endpoints);
      const search = kind === 'first-party' ? location.search : '';
      const view: View<Services> = {
        t,
        language,
        services,
        mode: { kind },
        coupon,
        email: attribute('email'),
        attribute,
        setAttribute: (name, value) => this.setAttribute(name, value),
        theme: themeOf(this.getAttribute('theme')),
        link: (path) => portalLink(path, { portal: portalOrigin, language, coupon, search }),
        onReady: () => this.#isReady(),
        onAuthError: (error) => this.#failed(error),
        onAuthSuccess: (result) => {
          this.#emit('auth-success', result);
          this.#reporter?.succeeded(result);
        },
        emit: (name, detail) => this.#emit(name, detail),
        property: (name) => this.kept.get(name),
      };
      const variant = variantOf(this, language);
      this.#surface.show(t, render(view), {
        key: formKey(tag, variant),
        content: (box) => render({ ...view, ...builtView(variant), ...drawnView(box) }),
      });
    }

    #isReady(): void {
      if (this.#ready) return;
      this.#ready = true;
      this.#emit('ready', {});
      this.#reporter?.ready();
    }

    #failed(error: ElementEventDetails['auth-error']): void {
      this.#emit('auth-error', error);
      this.#reporter?.failed(error);
    }

    #emit<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): void {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }
  }

  for (const name of properties) {
    Object.defineProperty(PortalElement.prototype, name, {
      get(this: PortalElement) {
        return this.kept.get(name);
      },
      set(this: PortalElement, value: unknown) {
        this.kept.set(name, value);
      },
    });
  }
  return PortalElement;
};
