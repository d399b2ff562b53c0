import { createEndpoints, type Endpoints } from '../../src/config/endpoints.ts';
import type { Audience } from '../../src/config/partner-origins.ts';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import type { EarlyForm } from './early-input.ts';
import { formsVersion } from './form-protocol.ts';
import { openContext, type OpenContext } from './open-context.ts';
import type { ComponentType } from 'react';
import type { ElementName } from '../../src/i18n/translate.ts';

/** What an element does, without its view. */
export type ControllerDefinition<Controller> = {
  audience: Audience;
  /** @param target the element, which has properties and on which a page fires events */
  createController(element: ElementContext, endpoints: Endpoints, target: EventTarget): Controller;
  /** Adds what only forms need. */
  openForm?(element: HTMLElement, context: OpenContext, controller: Controller): OpenForm;
};

/** The part of an element that is a form. */
export type OpenForm = {
  /** Serves the form in the box until its view hydrates it. A second call returns what the first one returned. */
  serve(box: Element, loadView: () => void): EarlyForm;
  /** Aborts the request in flight. */
  close(): void;
};

/** An element that is in the page. */
export type OpenElement<Controller> = {
  context: OpenContext;
  controller: Controller;
  form: OpenForm | undefined;
  /** The element has left the page. */
  close(): void;
};

/**
 * The name of a property of the element, through which the loader's controller and the view find each other. It contains the
 * version of the forms, because another copy of the script on the same page can be of another build.
 */
const openKey = Symbol.for(`maths-portal ${formsVersion}`);

/**
 * Connects an element to its page and creates its controller. The loader opens a form before the element is defined, and
 * the view continues with the same state. The controller of another build is left alone: its request still ends with its
 * event.
 */
export const openElement = <Controller>(
  element: HTMLElement,
  { audience, createController, openForm }: ControllerDefinition<Controller>,
): OpenElement<Controller> => {
  const isOpen = (value: unknown): value is OpenElement<Controller> => value !== undefined;
  const known: unknown = Reflect.get(element, openKey);
  if (isOpen(known)) return known;
  const context = openContext(element, audience);
  const controller = createController(context, createEndpoints(context.portal), element);
  const form = openForm?.(element, context, controller);
  const opened = {
    context,
    controller,
    form,
    close: () => {
      context.close();
      form?.close();
      Reflect.deleteProperty(element, openKey);
    },
  };
  Object.defineProperty(element, openKey, { value: opened, configurable: true });
  return opened;
};

/** Defines an element of a feature. The forms are also rendered at build time, where there are no elements. */
export type ElementDefinition<Controller> = ControllerDefinition<Controller> & {
  name: ElementName;
  /** The texts of the style sheets that other elements do not need, in order. */
  styles: readonly string[];
  view: ComponentType<{ controller: Controller }>;
};
