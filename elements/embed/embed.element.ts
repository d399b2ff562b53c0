import { type EmbedSide, openEmbedSide } from '../../src/bridge/embed-side.ts';
import { handshakeDeadline } from '../../src/bridge/handshake.ts';
import type { Settings } from '../../src/bridge/messages.ts';
import {
  type ElementEventDetails,
  type ElementEventName,
  elementAttributes,
  isWidgetName,
} from '../../src/contracts/elements.ts';
import { define } from '../shared/define.ts';
import { languageOf } from '../shared/element-language.ts';
import hostCss from '../shared/host.css?inline';
import { portalOrigin } from '../shared/portal-origin.ts';
import { reflect } from '../shared/reflect.ts';
import { adoptInShadow } from '../shared/styles.ts';
import { themeOf } from '../shared/view.ts';
import { frameIn } from './embed-frame.ts';
import { frameCss, reservingCss, usedScheme } from './frame-css.ts';

/** These are told to the frame while it runs; another `widget`, `origin` or `coupon` is another frame. */
const live: readonly string[] = ['lang', 'theme', 'email'];

/**
 * `<maths-embed widget="signin" origin="…">`: a form in a frame of the portal's origin, so that the partner's page
 * never sees a password. It fires the events of the form. Its height follows the content. See embed.md.
 */
const embedElement = (): CustomElementConstructor =>
  class extends reflect(elementAttributes['maths-embed']) {
    /** An element that was in the page before its definition hears of each attribute first, and is connected already. */
    #started = false;
    #frame: HTMLIFrameElement | undefined;
    #side: Promise<EmbedSide | undefined> | undefined;
    #sheet: CSSStyleSheet | undefined;
    #deadline: ReturnType<typeof setTimeout> | undefined;

    connectedCallback(): void {
      if (!this.isConnected || this.#started) return;
      this.#started = true;
      this.#open();
    }

    /** A frame that is taken out loses its page; put in again it starts anew. */
    disconnectedCallback(): void {
      this.#started = false;
      this.#close();
    }

    connectedMoveCallback(): void {}

    attributeChangedCallback(name: string, before: string | null, value: string | null): void {
      if (before === value || !this.#started) return;
      if (live.includes(name) && this.#frame !== undefined) {
        return this.#tellSettings();
      }
      this.#close();
      this.#open();
    }

    #tellSettings(): void {
      void this.#side?.then((side) => side?.changed(this.#settings()));
    }

    #settings(): Settings {
      const email = this.getAttribute('email');
      const theme = themeOf(this.getAttribute('theme')) ?? usedScheme(this);
      return { lang: languageOf(this), theme, ...(email !== null && { email }) };
    }

    #open(): void {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true });
      adoptInShadow(root, hostCss);
      const widget = this.getAttribute('widget');
      // Nothing to frame: the link inside the tag stays.
      if (!isWidgetName(widget)) return root.replaceChildren(document.createElement('slot'));
      const language = languageOf(this);
      this.#look(root, reservingCss(widget, language));
      const options = {
        portal: portalOrigin,
        widget,
        origin: this.getAttribute('origin') ?? '',
        language,
        coupon: this.getAttribute('coupon'),
        theme: themeOf(this.getAttribute('theme')),
      };
      const frame = frameIn(root, options, usedScheme(this));
      this.#frame = frame;
      frame.addEventListener('transitionend', () => this.#tellSettings());
      if (frame.contentWindow !== null) this.#talk(root, frame, frame.contentWindow);
    }

    #talk(root: ShadowRoot, frame: HTMLIFrameElement, view: Window): void {
      // A frame that never speaks may show nothing at all: the page's own link comes back beside it.
      this.#deadline = setTimeout(() => root.append(document.createElement('slot')), handshakeDeadline);
      this.#side = openEmbedSide({
        view: window,
        frame: view,
        portal: portalOrigin,
        // A page of the portal's is out of our reach, the blank one before it is not.
        isLoaded: () => frame.contentDocument === null,
        settings: () => this.#settings(),
        onConnected: () => clearTimeout(this.#deadline),
        onReady: () => this.#emit('ready', {}),
        onSuccess: (result) => this.#emit('auth-success', result),
        onError: (error) => this.#emit('auth-error', error),
        onUpdateRequested: () => this.#emit('update-requested', {}),
        onHeight: (height) => this.#look(root, frameCss(height)),
        // A chunk that does not come leaves the frame, its bare message, and the link at the deadline.
      }).catch(() => undefined);
    }

    /** A sheet of its own: the frame keeps exactly the attributes that it was given, and no `style`. */
    #look(root: ShadowRoot, css: string): void {
      this.#sheet ??= new CSSStyleSheet();
      this.#sheet.replaceSync(css);
      if (!root.adoptedStyleSheets.includes(this.#sheet)) root.adoptedStyleSheets.push(this.#sheet);
    }

    #close(): void {
      clearTimeout(this.#deadline);
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
