import type { Conversion } from '../../contracts/api.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { ElementEventDetails, ElementEventName } from '../../contracts/elements.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Language } from '../../contracts/language.ts';

/** What a form's controller needs from the element around it. Each value is read when it is used, because attributes change. */
export type FormHost = {
  mode(): FormMode;
  language(): Language;
  /** Returns the value of an attribute of the element, or undefined. */
  attribute(name: string): string | undefined;
  setAttribute(name: string, value: string): void;
  /** Returns a property without an attribute, such as the secret of a mailed link. */
  property(name: string): unknown;
  /** Fires `auth-success` and reports the result to the partner's page. */
  succeeded(result: AuthResult): void;
  /** Lets the portal's own page record a conversion. In a widget it does nothing. */
  recordConversion(type: Conversion): void;
  emit<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): void;
};
