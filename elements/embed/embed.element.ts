import { type EmbedSide, openEmbedSide } from '../../src/bridge/embed-side.ts';
import { handshakeDeadline } from '../../src/bridge/handshake.ts';
import type { Settings } from '../../src/bridge/messages.ts';
import {
  type ElementEventDetails,
  type ElementEventName,
  isWidgetName,
  themeOf,
} from '../../src/contracts/elements.ts';
import { tags } from '../../src/contracts/tags.ts';
import { frameTitle } from '../../src/i18n/frame-title.ts';
import { createReadiness, define, isRenderedByReact, reflect, waitForPortal } from '../runtime/custom-element.ts';
import { languageOf, watchLanguage } from '../runtime/element-language.ts';
import hostCss from '../runtime/host.css?inline';
import { portalOf } from '../runtime/portal-origin.ts';
import { adoptChanging, adoptInShadow } from '../runtime/styles.ts';
import { colorSchemeOf, frameCss, frameIn, reservingCss } from './embed-frame.ts';

/**
 * Changes of these attributes are sent to the running frame. Another `widget`, `origin` or `coupon` needs a new frame.
 */
const live: readonly string[] = ['lang', 'theme', 'email'];

/** Milliseconds without a message from the frame, after which the key and the page's origin are checked. */
const doubtAfter = 3_000;

/**
 * `<maths-embed widget="signin" origin="…">`: a form in a frame of the portal's origin, so that the partner's page
 * never sees a password. It fires the events of the form. Its height follows the content. See embed.md.
 */
const embedElement = (): CustomElementConstructor =>
  class extends reflect(tags['maths-embed'].attributes) {
    /**
     * An element that was in the page before its definition gets its attribute callbacks first, when it is connected
     * already.
     */
    #started = false;
    #frame: HTMLIFrameElement | undefined;
    #side: Promise<EmbedSide | undefined> | undefined;
    #setStyle: ((css: string) => void) | undefined;
    #deadline: ReturnType<typeof setTimeout> | undefined;
    #doubt: ReturnType<typeof setTimeout> | undefined;
    #unwatch = (): void => undefined;
    readonly #readiness = createReadiness(this);

    /** Resolves when the framed form is ready, also if it was ready before. A removal creates a new promise. */
    get whenReady(): Promise<void> {
      return this.#readiness.promise;
    }

    connectedCallback(): void {
      if (!this.isConnected || this.#started) return;
      this.#started = true;
      this.#unwatch = watchLanguage(this, () => this.#tellFrame());
      this.#open();
    }

    /** A removed frame loses its page. It starts again when it is inserted again. */
    disconnectedCallback(): void {
      this.#started = false;
      this.#unwatch();
      this.#close();
    }

    connectedMoveCallback(): void {}

    attributeChangedCallback(name: string, before: string | null, value: string | null): void {
      if (before === value || !this.#started) return;
      if (live.includes(name) && this.#frame !== undefined) {
        this.#tellFrame();
        return;
      }
      this.#close();
      this.#open();
    }

    /** Sends the current settings to the frame without reloading it. */
    #tellFrame(): void {
      const widget = this.getAttribute('widget');
      if (this.#frame !== undefined && isWidgetName(widget)) this.#frame.title = frameTitle(widget, languageOf(this));
      void this.#side?.then((side) => side?.changed(this.#settings()));
    }

    #settings(): Settings {
      const email = this.getAttribute('email');
      const theme = themeOf(this.getAttribute('theme')) ?? colorSchemeOf(this);
      return { lang: languageOf(this), theme, ...(email !== null && { email }) };
    }

    #open(): void {
      const portal = portalOf(this);
      // Without a shadow root, the page's own link stays visible.
      if (portal === undefined) {
        waitForPortal(this, () => {
          if (this.#started && this.#frame === undefined) this.#open();
        });
        return;
      }
      const isComplete =
        isWidgetName(this.getAttribute('widget')) && this.hasAttribute('origin') && !isRenderedByReact(this);
      if (!isComplete) this.#explain(portal);
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true });
      adoptInShadow(root, hostCss);
      const widget = this.getAttribute('widget');
      // There is nothing to frame, so the link inside the tag stays visible.
      if (!isWidgetName(widget)) return root.replaceChildren(document.createElement('slot'));
      const language = languageOf(this);
      this.#look(root, reservingCss(widget, language));
      const options = {
        portal,
        widget,
        origin: this.getAttribute('origin') ?? '',
        language,
        coupon: this.getAttribute('coupon'),
        theme: themeOf(this.getAttribute('theme')),
      };
      const frame = frameIn(root, options, colorSchemeOf(this));
      this.#frame = frame;
      frame.addEventListener('transitionend', () => this.#tellFrame());
      if (frame.contentWindow !== null) this.#talk(root, portal, frame, frame.contentWindow);
    }

    #talk(root: ShadowRoot, portal: string, frame: HTMLIFrameElement, view: Window): void {
      // A frame that never sends a message may show nothing, so the page's own link becomes visible next to it.
      this.#deadline = setTimeout(() => root.append(document.createElement('slot')), handshakeDeadline);
      // A frame that the browser blocks looks like a slow one. Only the partner table distinguishes them.
      this.#doubt = setTimeout(() => this.#explain(portal), doubtAfter);
      this.#side = openEmbedSide({
        view: window,
        frame: view,
        portal,
        // A page of the portal is cross-origin and cannot be accessed; the initial blank page can.
        isLoaded: () => frame.contentDocument === null,
        settings: () => this.#settings(),
        onConnected: () => this.#clearTimers(),
        onReady: () => {
          this.#readiness.set();
          this.#emit('ready', {});
        },
        onSuccess: (result) => this.#emit('auth-success', result),
        onError: (error) => this.#emit('auth-error', error),
        onStep: (detail) => this.#emit('step', detail),
        onUpdateRequested: () => this.#emit('update-requested', {}),
        onDeclared: (detail) => this.#emit('declared', detail),
        onHeight: (height) => this.#look(root, frameCss(height)),
        // If a chunk fails to load, the frame and the link stay.
      }).catch(() => undefined);
    }

    /** A separate sheet sets the height, so that the frame keeps exactly its given attributes, without `style`. */
    #look(root: ShadowRoot, css: string): void {
      this.#setStyle ??= adoptChanging(root);
      this.#setStyle(css);
    }

    /** Loads the messages for developers. Visitors do not need them. */
    #explain(portal: string): void {
      import('../runtime/developer-messages.ts').then(
        ({ explainEmbed }) => explainEmbed(this, portal),
        () => undefined,
      );
    }

    #clearTimers(): void {
      clearTimeout(this.#deadline);
      clearTimeout(this.#doubt);
    }

    #close(): void {
      this.#clearTimers();
      this.#readiness.reset();
      void this.#side?.then((side) => side?.close());
      this.#side = undefined;
      this.#frame?.remove();
      this.#frame = undefined;
    }

    #emit<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): void {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }
  };

define('maths-embed', embedElement);
