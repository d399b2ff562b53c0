import type {
  AttributeName,
  AttributeTypes,
  ElementEventDetails,
  ElementEventName,
} from '../../src/contracts/elements.ts';
import type { tagEvents, TagName, tags } from '../../src/contracts/tags.ts';

export type { AuthResult } from '../../src/contracts/auth-result.ts';
export type { ElementEventDetails, ElementEventName } from '../../src/contracts/elements.ts';
export type { ErrorCode } from '../../src/contracts/error-codes.ts';
export type { TagName } from '../../src/contracts/tags.ts';

/** The event that a listener receives: `ElementEvent<'auth-success'>`. */
export type ElementEvent<Name extends ElementEventName> = CustomEvent<ElementEventDetails[Name]>;

type Own = { [Name in ElementEventName]: ElementEvent<Name> };

/** The names of the events that a tag fires. */
export type EventsOf<Tag extends TagName> = (typeof tagEvents)[Tag][number];
/** The attributes of a tag, by the names that they have in markup. */
export type AttributesOf<Tag extends TagName> = {
  [Name in keyof Pick<AttributeTypes, (typeof tags)[Tag]['attributes'][number]>]?: AttributeTypes[Name] | undefined;
};

/** The signature of `addEventListener` and `removeEventListener` for the events of a tag and those of every element. */
type Listen<Names extends ElementEventName> = {
  <Name extends Names>(
    type: Name,
    listener: (event: Own[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  <Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  (type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
};

interface PortalElement<Names extends ElementEventName> extends HTMLElement {
  /** Resolves when the element is ready, also when `ready` was fired before. */
  readonly whenReady: Promise<void>;
  addEventListener: Listen<Names>;
  removeEventListener: Listen<Names>;
}

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
type PropertyType<Name extends AttributeName> = Name extends 'lang' | 'light-dom'
  ? AttributeTypes[Name]
  : AttributeTypes[Name] | undefined;

/** Properties mirror the attributes; undefined or null removes the attribute. */
type Properties<Tag extends TagName> = {
  [Name in keyof Pick<AttributeTypes, (typeof tags)[Tag]['attributes'][number]> as CamelCase<Name>]: PropertyType<Name>;
};
type TypedElement<Tag extends TagName> = PortalElement<EventsOf<Tag>> & Properties<Tag>;

/** The secret of a mailed link. It is a property only, because every script on the page can read attributes. */
type Secret<Tag extends TagName> = (typeof tags)[Tag] extends { takesSecret: true }
  ? { secret: string | null }
  : unknown;

/** The class of each tag's elements. The package also names each one: `MathsSignInElement`. */
export type ElementOf = { [Tag in TagName]: TypedElement<Tag> & Secret<Tag> };

declare global {
  interface HTMLElementTagNameMap extends ElementOf {}
  /** The events bubble and are composed, so a page can listen on `document` or `window`. */
  interface DocumentEventMap extends Own {}
  interface WindowEventMap extends Own {}
}
