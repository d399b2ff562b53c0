import type { ReactElement } from 'react';
import type { TagName } from '../../src/contracts/tags.ts';
import type { AttributeName } from '../../src/contracts/elements.ts';
import type { FormController } from '../../src/features/shared/form-controller.ts';
import type { Namespace } from '../../src/i18n/translate.ts';
import type { EarlyForm } from './early-input.ts';
import type { ElementSession } from './element-session.ts';
import { type FormDefinition, openForm } from './form-session.ts';
import type { View } from './view.ts';

/**
 * The connection of an element that is in the page. `Model` is the data that its view renders: services, or a form's
 * controller.
 */
export type Connection<Model> = {
  session: ElementSession;
  model: Model;
  /** For forms only: serves the form until it is hydrated. */
  serve?(box: Element, loadView: () => void): EarlyForm;
  close(): void;
};

/** Defines an element of a feature. The forms are also rendered at build time, where there are no elements. */
export type ElementDefinition<Model> = {
  tag: TagName;
  /** These three are those of the tag (src/contracts/tags). */
  attributes: readonly AttributeName[];
  required?: readonly AttributeName[];
  properties?: readonly string[];
  namespace: Namespace;
  /** The texts of the style sheets, in order. */
  styles: readonly string[];
  connect(element: HTMLElement, properties: ReadonlyMap<string, unknown>): Connection<Model>;
  render(view: View, model: Model): ReactElement;
};

/** The connection of an element that is a form. */
export const connectForm =
  <Controller extends FormController<unknown>>(definition: FormDefinition<Controller>) =>
  (element: HTMLElement, properties: ReadonlyMap<string, unknown>): Connection<Controller> => {
    const { session, controller, serve, close } = openForm(element, definition, properties);
    return { session, model: controller, serve, close };
  };
