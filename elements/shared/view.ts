import type { ElementEventDetails, ElementEventName, Theme } from '../../src/contracts/elements.ts';
import type { FormMode } from '../../src/contracts/form-mode.ts';
import type { Language } from '../../src/contracts/language.ts';
import type { RoutePath } from '../../src/contracts/routes.ts';
import type { Translate } from '../../src/i18n/translate.ts';

/** The data that an element passes to the view of its feature. The names match the features' props. */
export type View = {
  t: Translate;
  language: Language;
  mode: FormMode;
  email: string | undefined;
  coupon: string | undefined;
  theme: Theme | undefined;
  /** The origin of the portal. */
  portal: string;
  /** Returns the absolute address of a page of the portal. */
  link(path: RoutePath): string;
  /** Returns the current value of an attribute of the element, or undefined. */
  attribute(name: string): string | undefined;
  /** Changes an attribute, as `<details>` does with `open`: attributes are the only state of an element. */
  setAttribute(name: string, value: string): void;
  /** Returns the current value of a property without attribute. */
  property(name: string): unknown;
  onReady(): void;
  onAuthError(error: ElementEventDetails['auth-error']): void;
  emit<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): void;
};

/** Without a theme, the page's preference applies. */
export const themeOf = (value: string | null): Theme | undefined =>
  value === 'light' || value === 'dark' ? value : undefined;
