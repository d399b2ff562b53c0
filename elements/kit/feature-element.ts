import { createEndpoints, type Endpoints } from '../../src/config/endpoints.ts';
import type { Language } from '../../src/contracts/language.ts';
import { tags } from '../../src/contracts/tags.ts';
import type { Controller, FormController } from '../../src/features/shared/controller.ts';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import type { ElementName } from '../../src/i18n/translate.ts';
import { onRestored } from '../../src/lib/browser.ts';
import { isElement } from '../../src/lib/nodes.ts';
import { defineElement, type Life, type Readiness } from './define-element.ts';
import { languageOf } from './element-language.ts';
import type { FeatureView, View } from './feature-view.ts';
import { formAttribute, loadFailedEvent } from './form-protocol.ts';
import { openContext, type OpenContext } from './open-context.ts';
import { portalOf } from './portal-origin.ts';
import { serveForm } from './serve-form.ts';
import { whenLate } from './when-late.ts';

/** What differs between the tags. The tag's other properties are in `src/contracts/tags.ts`. */
export type FeatureDefinition<Own> = {
  name: ElementName;
  /** @param target the element, which has properties and on which a page fires events */
  createController(element: ElementContext, endpoints: Endpoints, target: EventTarget): Own;
  /** Loads the component. React is in its files only. */
  view(): Promise<FeatureView<Own>>;
};

/** Shows the view of an element. */
type Show<Own> = (element: HTMLElement, context: OpenContext, controller: Own) => View;
type Loaded<Own> = { load(language: Language): Promise<Show<Own>> };

const isForm = <Own extends Controller<unknown>>(controller: Own): controller is Own & FormController<unknown> =>
  'isComplete' in controller;

/** The context and the controller of an element that is in a page, and its view once that is loaded. */
class FeatureLife<Own extends Controller<unknown>> implements Life {
  readonly #element: HTMLElement;
  readonly #readiness: Readiness;
  readonly #definition: FeatureDefinition<Own> & Loaded<Own>;
  #opened: { place: string; context: OpenContext; controller: Own } | undefined;
  #left = new AbortController();
  #view: View | undefined;

  constructor(element: HTMLElement, readiness: Readiness, definition: FeatureDefinition<Own> & Loaded<Own>) {
    this.#element = element;
    this.#readiness = readiness;
    this.#definition = definition;
  }

  follow(): void {
    const portal = portalOf(this.#element);
    // Another portal has other services, and another key another partner.
    const place = `${portal} ${this.#element.getAttribute('origin')}`;
    if (this.#opened?.place !== place) this.#close();
    if (this.#opened !== undefined) this.#view?.follow();
    else if (portal !== undefined) this.#open(place, portal);
  }

  /** A move is a removal and an insertion, so the element left only if it is still away a microtask later. */
  leave(): void {
    queueMicrotask(() => {
      if (!this.#element.isConnected) this.#close();
    });
  }

  #open(place: string, portal: string): void {
    const element = this.#element;
    const { name, createController } = this.#definition;
    const context = openContext(element, tags[`maths-${name}`].audience, portal);
    const controller = createController(context, createEndpoints(portal), element);
    const { signal } = (this.#left = new AbortController());
    this.#opened = { place, context, controller };
    let isRequested = false;
    const requestView = (): void => {
      if (isRequested) return;
      isRequested = true;
      this.#loadView(this.#definition);
    };
    // The fallback inside the tag is shown until the view is, and what belongs into a slot of the view is not.
    if (element.shadowRoot === null && !element.hasAttribute('light-dom'))
      element.attachShadow({ mode: 'open', delegatesFocus: true }).append(element.ownerDocument.createElement('slot'));
    // A prerendered form, or without a shadow root the form in a copy of an element.
    const box =
      element.shadowRoot?.querySelector(`[${formAttribute}]`) ??
      element.querySelector(':scope > [data-maths-root]:has(form)');
    if (isForm(controller)) {
      const started = (event: Event): void => {
        const [field] = event.composedPath();
        if (isElement(field)) controller.tell('started', { field: field.getAttribute('name') ?? '' });
      };
      element.addEventListener('input', started, { capture: true, signal });
      signal.addEventListener(
        'abort',
        onRestored(() => controller.restored()),
      );
      signal.addEventListener('abort', () => controller.abort());
      if (box !== null) return serveForm({ context, controller, box, requestView, left: signal });
    }
    requestView();
  }

  /** @param from the export of the tag's file, or of another copy of it, which Retry has loaded */
  #loadView(from: Loaded<Own>): void {
    const { signal } = this.#left;
    whenLate(from.load(languageOf(this.#element)), {
      loaded: (show) => {
        if (signal.aborted || this.#opened === undefined) return;
        this.#view ??= show(this.#element, this.#opened.context, this.#opened.controller);
      },
      late: () => {
        if (signal.aborted || this.#view !== undefined) return;
        const detail = (again: Loaded<Own>): void => this.#loadView(again);
        const box = this.#element.shadowRoot?.querySelector(`[${formAttribute}]`);
        box?.dispatchEvent(new CustomEvent(loadFailedEvent, { detail }));
      },
    });
  }

  #close(): void {
    if (this.#opened === undefined) return;
    this.#left.abort();
    this.#opened.context.close();
    this.#view?.close();
    this.#opened = this.#view = undefined;
    this.#readiness.reset();
  }
}

/**
 * Defines the custom element of a feature. Returns the definition with a function that loads everything that the view
 * needs, at once. The files of the tags describe the elements; the package's manifest is generated from them.
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
export const featureElement = <Own extends Controller<unknown>>(
  definition: FeatureDefinition<Own>,
): FeatureDefinition<Own> & Loaded<Own> => {
  const element = {
    ...definition,
    async load(language: Language): Promise<Show<Own>> {
      const [{ createTranslate, showView }, view, messages] = await Promise.all([
        import('./feature-view.ts'),
        definition.view(),
        import('../../src/i18n/messages.ts').then(({ loadMessages }) => loadMessages(definition.name, language)),
      ]);
      const t = await createTranslate(messages, language);
      return (host, context, controller) => showView({ host, context, controller, view, name: definition.name, t });
    },
  };
  defineElement(`maths-${definition.name}`, (host, readiness) => new FeatureLife(host, readiness, element));
  return element;
};
