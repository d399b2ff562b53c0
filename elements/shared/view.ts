import type { ElementEventDetails, ElementEventName, Theme } from '../../src/contracts/elements.ts';
import type { FormMode } from '../../src/contracts/form-mode.ts';
import type { Language } from '../../src/contracts/language.ts';
import type { RoutePath } from '../../src/contracts/routes.ts';
import type { Translate } from '../../src/i18n/translate.ts';

/** What an element hands to its feature; the names are those of the features' own props where they meet. */
export type View<Services> = {
  t: Translate;
  language: Language;
  services: Services;
  mode: FormMode;
  email: string | undefined;
  coupon: string | undefined;
  theme: Theme | undefined;
  /** Absolute address of a page of the portal. */
  link(path: RoutePath): string;
  /** An attribute of this element's own, as it is now; undefined without it. */
  attribute(name: string): string | undefined;
  /** Changes one, as `<details>` does with `open`: attributes are the only state. */
  setAttribute(name: string, value: string): void;
  /** A property without attribute, as it is now. */
  property(name: string): unknown;
  onReady(): void;
  onAuthSuccess(result: ElementEventDetails['auth-success']): void;
  onAuthError(error: ElementEventDetails['auth-error']): void;
  emit<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): void;
};

/** Without one the page's preference decides. */
export const themeOf = (value: string | null): Theme | undefined =>
  value === 'light' || value === 'dark' ? value : undefined;
