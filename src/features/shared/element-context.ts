import type { ConversionType } from '../../contracts/api.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { ElementEventDetails, ElementEventName, FormMode, StepDetail } from '../../contracts/elements.ts';
import type { Language } from '../../contracts/language.ts';

/**
 * The element around a feature: its page, attributes and events. A controller runs before the class of the element is
 * defined, and at build time. A value is read whenever it is used, because attributes change.
 */
export type ElementContext = {
  portal: string;
  mode(): FormMode;
  /** The language around the element. The translations of it may not be loaded yet. */
  language(): Language;
  attribute(name: string): string | undefined;
  /** Changes an attribute, as `<details>` does with `open`: attributes are the only state of an element. */
  setAttribute(name: string, value: string): void;
  /** Fires `auth-success` and reports the result to the partner's page. */
  succeeded(result: AuthResult): void;
  /** Fires `auth-error` and reports it to the partner's page. */
  failed(error: ElementEventDetails['auth-error']): void;
  /** The element is complete: fires `ready` once, and reports it to the partner's page. */
  ready(): void;
  /** Fires `step` and reports it to the partner's page. A form is shown once, and each field is started once. */
  step(detail: StepDetail): void;
  /** Lets the portal's own page record a conversion. In a widget it does nothing. */
  recordConversion(type: ConversionType): void;
  emit<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): void;
};

/** Returns the key of the partner's page around a form; undefined on the portal's own pages. */
export const partnerOf = (element: ElementContext): string | undefined =>
  element.mode().kind === 'widget' ? element.attribute('origin') : undefined;

/** Returns a mailed link's secret, a property because scripts read attributes: null without one, empty if damaged. */
export const secretOfElement = (element: EventTarget): string | null => {
  const value: unknown = Reflect.get(element, 'secret');
  return typeof value === 'string' ? value : null;
};
