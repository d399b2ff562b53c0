import type { ComponentType } from 'react';
import type { TagName } from '../../src/contracts/tags.ts';
import type { Namespace } from '../../src/i18n/translate.ts';
import type { ControllerDefinition } from './open-element.ts';

/** Defines an element of a feature. The forms are also rendered at build time, where there are no elements. */
export type ElementDefinition<Controller> = ControllerDefinition<Controller> & {
  tag: TagName;
  namespace: Namespace;
  /** The texts of the style sheets, in order. */
  styles: readonly string[];
  view: ComponentType<{ controller: Controller }>;
};
