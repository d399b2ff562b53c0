import { createEndpoints, type Endpoints } from '../../src/config/endpoints.ts';
import type { Language } from '../../src/contracts/language.ts';
import { tags } from '../../src/contracts/tags.ts';
import type { Controller, FormController } from '../../src/features/shared/controller.ts';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import type { ElementName } from '../../src/i18n/translate.ts';
import { isElement, languageOf, onRestored } from '../../src/lib/browser.ts';
import { defineElement, type Lifecycle } from './define-element.ts';
import type { FeatureView, View } from './feature-view.ts';
import { formAttribute, loadFailedEvent, whenLate } from './form-protocol.ts';
import { openContext } from './open-context.ts';
import { portalOf } from './portal-origin.ts';
import { serveForm } from './serve-form.ts';

/** What differs between the tags. The tag's other properties are in `src/contracts/elements.ts`. */
type Definition<Own> = {
  name: ElementName;
  /** @param target the element, which has properties and on which a page fires events */
  createController(element: ElementContext, endpoints: Endpoints, target: EventTarget): Own;
  /** Loads the component. React is in its files only. */
  view(): Promise<FeatureView<Own>>;
};

/** The export of a tag's file: what the build renders the form with, and what Retry loads the view with. */
export type FeatureDefinition<Own> = Definition<Own> & {
  /** Loads all that the view needs. Returns the function that shows the view. */
  load(language: Language): Promise<(host: HTMLElement, context: ElementContext, controller: Own) => View<Own>>;
};

const isForm = <Own extends Controller<unknown>>(controller: Own): controller is Own & FormController<unknown> =>
  'isComplete' in controller;

/** The context and the controller of an element that is in a page, and its view once that is loaded. */
class FeatureLifecycle<Own extends Controller<unknown>> implements Lifecycle {
  readonly #element: HTMLElement;
  readonly #resetReady: () => void;
  readonly #definition: FeatureDefinition<Own>;
  #opened: { place: string; context: ElementContext; controller: Own } | undefined;
  #left = new AbortController();
  #view: View<Own> | undefined;

  constructor(element: HTMLElement, resetReady: () => void, definition: FeatureDefinition<Own>) {
    this.#element = element;
    this.#resetReady = resetReady;
    this.#definition = definition;
  }

  update(): void {
    const portal = portalOf(this.#element);
    // Another portal has other services, and another key another partner.
    const place = `${portal} ${this.#element.getAttribute('origin')}`;
    if (this.#opened?.place === place) return this.#view?.update();
    if (portal === undefined) return this.#close();
    this.#left.abort();
    this.#open(place, portal);
  }

  /** A move is a removal and an insertion, so the element left only if it is still away a microtask later. */
  disconnect(): void {
    queueMicrotask(() => {
      if (!this.#element.isConnected) this.#close();
    });
  }

  #open(place: string, portal: string): void {
    const element = this.#element;
    const { name, createController } = this.#definition;
    const { context, hasSucceeded, close } = openContext(element, tags[`maths-${name}`].audience, portal);
    const controller = createController(context, createEndpoints(portal), element);
    const { signal } = (this.#left = new AbortController());
    signal.addEventListener('abort', close);
    this.#opened = { place, context, controller };
    let isRequested = false;
    const requestView = (): void => {
      if (isRequested) return;
      isRequested = true;
      this.#loadView(this.#definition);
    };
    if (isForm(controller)) {
      const started = (event: Event): void => {
        const [field] = event.composedPath();
        if (isElement(field)) controller.step('started', { field: field.getAttribute('name') ?? '' });
      };
      element.addEventListener('input', started, { capture: true, signal });
      signal.addEventListener(
        'abort',
        onRestored(() => controller.restored()),
      );
      signal.addEventListener('abort', () => controller.abort());
    }
    if (this.#view !== undefined) return this.#view.restart(context, controller);
    // The fallback inside the tag is shown until the view is, and what belongs into a slot of the view is not.
    if (element.shadowRoot === null && !element.hasAttribute('light-dom'))
      element.attachShadow({ mode: 'open', delegatesFocus: true }).append(element.ownerDocument.createElement('slot'));
    const box = element.shadowRoot?.querySelector(`[${formAttribute}]`);
    if (box && isForm(controller)) serveForm({ context, hasSucceeded, controller, box, requestView, left: signal });
    else requestView();
  }

  /** @param from the export of the tag's file, or of another copy of it, which Retry has loaded */
  #loadView(from: FeatureDefinition<Own>): void {
    const { signal } = this.#left;
    whenLate(from.load(languageOf(this.#element)), {
      loaded: (show) => {
        if (signal.aborted || this.#opened === undefined) return;
        this.#view ??= show(this.#element, this.#opened.context, this.#opened.controller);
      },
      late: () => {
        if (signal.aborted || this.#view !== undefined) return;
        const detail = (again: FeatureDefinition<Own>): void => this.#loadView(again);
        this.#element.dispatchEvent(new CustomEvent(loadFailedEvent, { detail }));
      },
    });
  }

  #close(): void {
    if (this.#opened === undefined) return;
    this.#left.abort();
    this.#view?.close();
    this.#opened = this.#view = undefined;
    this.#resetReady();
  }
}

/** Defines the element of a feature. Returns the definition with a function that loads all that the view needs. */
export const featureElement = <Own extends Controller<unknown>>(
  definition: Definition<Own>,
): FeatureDefinition<Own> => {
  const element: FeatureDefinition<Own> = {
    ...definition,
    async load(language) {
      const [{ createTranslate, showView }, view, messages] = await Promise.all([
        import('./feature-view.ts'),
        definition.view(),
        import('../../src/i18n/messages.ts').then(({ loadMessages }) => loadMessages(definition.name, language)),
      ]);
      const t = await createTranslate(messages, language);
      return (host, context, controller) => showView({ host, context, controller, view, name: definition.name, t });
    },
  };
  defineElement(`maths-${definition.name}`, (host, resetReady) => new FeatureLifecycle(host, resetReady, element));
  return element;
};
