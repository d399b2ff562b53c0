import type { ReactElement } from 'react';
import type { Endpoints } from '../../src/config/endpoints.ts';
import type { Audience } from '../../src/config/partner-origins.ts';
import type { TagName } from '../../src/contracts/elements.ts';
import type { WordSet } from '../../src/i18n/translate.ts';
import type { View } from './view.ts';

/** What makes an element of a feature. The same is rendered at build time, where no element can be. */
export type ElementDefinition<Services> = {
  tag: TagName;
  words: WordSet;
  /** Style sheet texts, in order. */
  styles: readonly string[];
  audience: Audience;
  /** Properties that have no attribute, because the DOM is no place for a secret. */
  properties?: readonly string[];
  createServices(endpoints: Endpoints): Services;
  render(view: View<Services>): ReactElement;
};
