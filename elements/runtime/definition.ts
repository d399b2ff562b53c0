import type { ComponentType } from 'react';
import type { TagName } from '../../src/contracts/tags.ts';
import type { AttributeName } from '../../src/contracts/elements.ts';
import type { Namespace } from '../../src/i18n/translate.ts';
import type { ControllerDefinition } from './open-element.ts';

/** Defines an element of a feature. The forms are also rendered at build time, where there are no elements. */
export type ElementDefinition<Controller> = ControllerDefinition<Controller> & {
  tag: TagName;
  /** These three are those of the tag (src/contracts/tags). */
  attributes: readonly AttributeName[];
  required?: readonly AttributeName[];
  properties?: readonly string[];
  namespace: Namespace;
  /** The texts of the style sheets, in order. */
  styles: readonly string[];
  view: ComponentType<{ controller: Controller }>;
};
