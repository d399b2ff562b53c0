import { type EmbedSide, openEmbedSide } from '../../src/bridge/embed-side.ts';
import { handshakeDeadline } from '../../src/bridge/handshake.ts';
import type { Settings } from '../../src/bridge/messages.ts';
import {
  type ElementEventDetails,
  type ElementEventName,
  elementAttributes,
  isWidgetName,
} from '../../src/contracts/elements.ts';
import { frameTitle } from '../../src/i18n/frame-title.ts';
import { define } from '../shared/define.ts';
import { languageOf, watchPageLanguage } from '../shared/element-language.ts';
import hostCss from '../shared/host.css?inline';
import { isOfReact } from '../shared/react-fiber.ts';
import { waitForPortal } from '../shared/missing-portal.ts';
import { portalOf } from '../shared/portal-origin.ts';
import { createReadiness } from '../shared/readiness.ts';
import { reflect } from '../shared/reflect.ts';
import { adoptChanging, adoptInShadow } from '../shared/styles.ts';
import { themeOf } from '../shared/view.ts';
import { frameIn } from './embed-frame.ts';
import { frameCss, reservingCss, usedScheme } from './frame-css.ts';

/** These are told to the frame while it runs; another `widget`, `origin` or `coupon` is another frame. */
const live: readonly string[] = ['lang', 'theme', 'email'];

/** Milliseconds without a word from the frame, after which the key and the page's origin are checked. */
const doubtAfter = 3_000;

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
    #setStyle: ((css: string) => void) | undefined;
    #deadline: ReturnType<typeof setTimeout> | undefined;
    #doubt: ReturnType<typeof setTimeout> | undefined;
    #unwatch = (): void => undefined;
    readonly #readiness = createReadiness(this);

    /** Resolves when the framed form is ready, also when it has been for long. A new promise after a removal. */
    get whenReady(): Promise<void> {
      return this.#readiness.promise;
    }

    connectedCallback(): void {
      if (!this.isConnected || this.#started) return;
      this.#started = true;
      this.#unwatch = watchPageLanguage(() => this.#tellFrame());
      this.#open();
    }

    /** A frame that is taken out loses its page; put in again it starts anew. */
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

    /** Passes the current settings on, without a new page in the frame. */
    #tellFrame(): void {
      const widget = this.getAttribute('widget');
      if (this.#frame !== undefined && isWidgetName(widget)) this.#frame.title = frameTitle(widget, languageOf(this));
      void this.#side?.then((side) => side?.changed(this.#settings()));
    }

    #settings(): Settings {
      const email = this.getAttribute('email');
      const theme = themeOf(this.getAttribute('theme')) ?? usedScheme(this);
      return { lang: languageOf(this), theme, ...(email !== null && { email }) };
    }

    #open(): void {
      const portal = portalOf(this);
      // Without a shadow root the page's own link is shown.
      if (portal === undefined) {
        waitForPortal(this, () => {
          if (this.#started && this.#frame === undefined) this.#open();
        });
        return;
      }
      const isComplete = isWidgetName(this.getAttribute('widget')) && this.hasAttribute('origin') && !isOfReact(this);
      if (!isComplete) this.#explain(portal);
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true });
      adoptInShadow(root, hostCss);
      const widget = this.getAttribute('widget');
      // Nothing to frame: the link inside the tag stays.
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
      const frame = frameIn(root, options, usedScheme(this));
      this.#frame = frame;
      frame.addEventListener('transitionend', () => this.#tellFrame());
      if (frame.contentWindow !== null) this.#talk(root, portal, frame, frame.contentWindow);
    }

    #talk(root: ShadowRoot, portal: string, frame: HTMLIFrameElement, view: Window): void {
      // A frame that never speaks may show nothing at all: the page's own link comes back beside it.
      this.#deadline = setTimeout(() => root.append(document.createElement('slot')), handshakeDeadline);
      // A frame that the browser refuses to show looks like a slow one: only the partner table can tell why.
      this.#doubt = setTimeout(() => this.#explain(portal), doubtAfter);
      this.#side = openEmbedSide({
        view: window,
        frame: view,
        portal,
        // A page of the portal's is out of our reach, the blank one before it is not.
        isLoaded: () => frame.contentDocument === null,
        settings: () => this.#settings(),
        onConnected: () => this.#clearTimers(),
        onReady: () => {
          this.#readiness.set();
          this.#emit('ready', {});
        },
        onSuccess: (result) => this.#emit('auth-success', result),
        onError: (error) => this.#emit('auth-error', error),
        onUpdateRequested: () => this.#emit('update-requested', {}),
        onHeight: (height) => this.#look(root, frameCss(height)),
        // A chunk that does not come leaves the frame, its bare message, and the link at the deadline.
      }).catch(() => undefined);
    }

    /** A sheet of its own: the frame keeps exactly the attributes that it was given, and no `style`. */
    #look(root: ShadowRoot, css: string): void {
      this.#setStyle ??= adoptChanging(root);
      this.#setStyle(css);
    }

    /** Loads the messages for developers, which visitors do not miss. */
    #explain(portal: string): void {
      import('../shared/developer-messages.ts').then(
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
