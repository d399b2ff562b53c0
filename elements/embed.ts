import { type EmbedSide, openEmbedSide } from '../src/bridge/embed-side.ts';
import { handshakeDeadline } from '../src/bridge/handshake.ts';
import type { FrameSettings } from '../src/bridge/messages.ts';
import { themeOf } from '../src/contracts/elements.ts';
import { isWidgetName } from '../src/contracts/tags.ts';
import { frameTitle } from '../src/i18n/frame-title.ts';
import { defineElement, type Lifecycle } from './kit/define-element.ts';
import { languageOf, watchLanguage } from '../src/lib/browser.ts';
import { colorSchemeOf, frameCss, frameIn, reservingCss } from './embed/frame.ts';
import hostCss from './kit/host.css?inline';
import { portalOf } from './kit/portal-origin.ts';
import { adoptStyles, canAdopt } from './kit/styles.ts';

/**
 * `<maths-embed widget="signin" origin="…">`: a form in a frame of the portal's origin, so that the partner's page
 * never sees a password. It fires the events of the form. Its height follows the content. See embed.md.
 */
class EmbedLifecycle implements Lifecycle {
  readonly #element: HTMLElement;
  readonly #resetReady: () => void;
  /** The values that need a new frame when they change. Changes of the others are sent to the running frame. */
  #place: string | undefined;
  #frame: HTMLIFrameElement | undefined;
  #side: Promise<EmbedSide | undefined> | undefined;
  #sheet: CSSStyleSheet | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #unwatch = (): void => undefined;

  constructor(element: HTMLElement, resetReady: () => void) {
    this.#element = element;
    this.#resetReady = resetReady;
  }

  update(): void {
    const portal = portalOf(this.#element);
    const place = [portal, ...['widget', 'origin', 'coupon'].map((name) => this.#element.getAttribute(name))].join(' ');
    if (place === this.#place) return this.#sendSettings();
    this.disconnect();
    this.#place = place;
    this.#unwatch = watchLanguage(this.#element, () => this.#sendSettings());
    if (portal !== undefined) this.#open(portal);
  }

  /** A removed frame loses its page. It starts again when the element is inserted again. */
  disconnect(): void {
    this.#unwatch();
    clearTimeout(this.#deadline);
    this.#resetReady();
    void this.#side?.then((side) => side?.close());
    this.#frame?.remove();
    this.#place = this.#side = this.#frame = undefined;
  }

  /** Sends the current settings to the frame without reloading it. */
  #sendSettings(): void {
    const widget = this.#element.getAttribute('widget');
    if (this.#frame !== undefined && isWidgetName(widget))
      this.#frame.title = frameTitle(widget, languageOf(this.#element));
    void this.#side?.then((side) => side?.changed(this.#settings()));
  }

  #settings(): FrameSettings {
    const email = this.#element.getAttribute('email');
    const theme = themeOf(this.#element.getAttribute('theme')) ?? colorSchemeOf(this.#element);
    return { lang: languageOf(this.#element), theme, ...(email !== null && { email }) };
  }

  #open(portal: string): void {
    const widget = this.#element.getAttribute('widget');
    if (!isWidgetName(widget) || !this.#element.hasAttribute('origin')) {
      // Loads a message for developers. Visitors do not need it.
      import('./kit/developer-messages.ts').then(
        ({ explainEmbed }) => explainEmbed(this.#element, portal),
        () => undefined,
      );
    }
    const root = this.#element.shadowRoot ?? this.#element.attachShadow({ mode: 'open', delegatesFocus: true });
    adoptStyles(root, hostCss);
    // There is nothing to frame, so the link inside the tag stays visible.
    if (!isWidgetName(widget)) return root.replaceChildren(document.createElement('slot'));
    const language = languageOf(this.#element);
    this.#style(root, reservingCss(widget, language));
    const options = {
      portal,
      widget,
      origin: this.#element.getAttribute('origin') ?? '',
      language,
      coupon: this.#element.getAttribute('coupon'),
      theme: themeOf(this.#element.getAttribute('theme')),
    };
    const frame = frameIn(root, options, colorSchemeOf(this.#element));
    this.#frame = frame;
    frame.addEventListener('transitionend', () => this.#sendSettings());
    if (frame.contentWindow !== null) this.#talk(root, portal, frame, frame.contentWindow);
  }

  #talk(root: ShadowRoot, portal: string, frame: HTMLIFrameElement, view: Window): void {
    // A frame that never sends a message may show nothing, so the page's own link becomes visible next to it.
    this.#deadline = setTimeout(() => root.append(document.createElement('slot')), handshakeDeadline);
    this.#side = openEmbedSide({
      view: window,
      frame: view,
      portal,
      // A page of the portal is cross-origin and cannot be accessed; the initial blank page can.
      isLoaded: () => frame.contentDocument === null,
      settings: () => this.#settings(),
      onConnected: () => clearTimeout(this.#deadline),
      onEvent: (name, detail) =>
        this.#element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })),
      onHeight: (height) => this.#style(root, frameCss(height)),
      // If a chunk fails to load, the frame and the link stay.
    }).catch(() => undefined);
  }

  /** A separate sheet sets the height, so that the frame keeps exactly its given attributes, without `style`. */
  #style(root: ShadowRoot, css: string): void {
    if (!canAdopt()) return;
    if (this.#sheet === undefined) root.adoptedStyleSheets.push((this.#sheet = new CSSStyleSheet()));
    this.#sheet.replaceSync(css);
  }
}

defineElement('maths-embed', (element, resetReady) => new EmbedLifecycle(element, resetReady));
