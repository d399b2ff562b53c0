import type {
  AttributeName,
  AttributeTypes,
  ElementEventDetails,
  ElementEventName,
  elementAttributes,
  elementEvents,
  TagName,
} from '../../src/contracts/elements.ts';

export type { AuthResult } from '../../src/contracts/auth-result.ts';
export type { ElementEventDetails, ElementEventName, TagName } from '../../src/contracts/elements.ts';
export type { ErrorCode } from '../../src/contracts/error-codes.ts';

/** The event that a listener receives: `ElementEvent<'auth-success'>`. */
export type ElementEvent<Name extends ElementEventName> = CustomEvent<ElementEventDetails[Name]>;

type Own = { [Name in ElementEventName]: ElementEvent<Name> };

/** The names of the events that a tag fires. */
export type EventsOf<Tag extends TagName> = (typeof elementEvents)[Tag][number];
/** The attributes of a tag, by the names that they have in markup. */
export type AttributesOf<Tag extends TagName> = {
  [Name in keyof Pick<AttributeTypes, (typeof elementAttributes)[Tag][number]>]?: AttributeTypes[Name] | undefined;
};

interface PortalElement<Names extends ElementEventName> extends HTMLElement {
  /** Resolves when the element is ready, also when `ready` was fired before. */
  readonly whenReady: Promise<void>;
  addEventListener<Name extends Names>(
    type: Name,
    listener: (event: Own[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends Names>(
    type: Name,
    listener: (event: Own[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
type PropertyType<Name extends AttributeName> = Name extends 'lang' | 'light-dom'
  ? AttributeTypes[Name]
  : AttributeTypes[Name] | undefined;

/** Properties mirror the attributes; undefined or null removes the attribute. */
type Properties<Tag extends TagName> = {
  [Name in keyof Pick<AttributeTypes, (typeof elementAttributes)[Tag][number]> as CamelCase<Name>]: PropertyType<Name>;
};
type TypedElement<Tag extends TagName> = PortalElement<EventsOf<Tag>> & Properties<Tag>;

/** The secret of a mailed link. It is a property only, because every script on the page can read attributes. */
type Secret = { secret: string | null };

export type MathsSignInElement = TypedElement<'maths-sign-in'>;
export type MathsSignUpElement = TypedElement<'maths-sign-up'>;
export type MathsDashboardElement = TypedElement<'maths-dashboard'>;
export type MathsResetPasswordElement = TypedElement<'maths-reset-password'> & Secret;
export type MathsConfirmationElement = TypedElement<'maths-confirmation'>;
export type MathsTeacherSignUpElement = TypedElement<'maths-teacher-sign-up'>;
export type MathsClassroomElement = TypedElement<'maths-classroom'>;
export type MathsClassroomUpdateElement = TypedElement<'maths-classroom-update'> & Secret;
export type MathsLevelsElement = TypedElement<'maths-levels'>;
export type MathsEmbedElement = TypedElement<'maths-embed'>;

export type ElementOf = {
  'maths-sign-in': MathsSignInElement;
  'maths-sign-up': MathsSignUpElement;
  'maths-dashboard': MathsDashboardElement;
  'maths-reset-password': MathsResetPasswordElement;
  'maths-confirmation': MathsConfirmationElement;
  'maths-teacher-sign-up': MathsTeacherSignUpElement;
  'maths-classroom': MathsClassroomElement;
  'maths-classroom-update': MathsClassroomUpdateElement;
  'maths-levels': MathsLevelsElement;
  'maths-embed': MathsEmbedElement;
};

declare global {
  interface HTMLElementTagNameMap extends ElementOf {}
  /** The events bubble and are composed, so a page can listen on `document` or `window`. */
  interface DocumentEventMap extends Own {}
  interface WindowEventMap extends Own {}
}
