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

/**
 * The props of a tag in JSX: those of every element, its attributes, and a listener for each event behind the prefix.
 */
export type JsxProps<Tag extends TagName, Every, Prefix extends string> = Omit<Every, keyof AttributesOf<Tag>> &
  AttributesOf<Tag> & {
    [Name in EventsOf<Tag> as `${Prefix}${Name}`]?: ((event: ElementEvent<Name>) => void) | undefined;
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

/**
 * The class of each tag's elements. The package also names each one: `MathsSignInElement`. Its manifest is generated
 * from the files of the tags, which describe the elements, and from what all of them have:
 * @slot - Fallback content, for example a link to the page of the portal. It is shown until the element is shown, and
 * when the script is blocked.
 * @csspart frame - Container of the whole element.
 * @csspart card - The box around the form.
 * @csspart brand - The name of the product.
 * @csspart heading - The title.
 * @csspart form - The form.
 * @csspart field - A field with its label.
 * @csspart label - The label of a field.
 * @csspart input - A text field or a list.
 * @csspart field-error - The message below a field.
 * @csspart checkbox - A checkbox.
 * @csspart button - The button that submits the form.
 * @csspart link - A link.
 * @csspart reveal - The button that shows the password.
 * @csspart message - A message of the form.
 * @csspart error - A message that is an error; it is also a `message`.
 * @cssprop --maths-text - Colour of the text.
 * @cssprop --maths-text-soft - Colour of explanations.
 * @cssprop --maths-background - Background of the card.
 * @cssprop --maths-field-background - Background of the fields.
 * @cssprop --maths-line - Border of the card.
 * @cssprop --maths-line-strong - Border of the fields.
 * @cssprop --maths-link - Colour of links.
 * @cssprop --maths-link-hover - Colour of links under the pointer.
 * @cssprop --maths-button - Background of the button: the accent, from which the other colours of buttons and links
 * follow.
 * @cssprop --maths-button-hover - Background of the button under the pointer.
 * @cssprop --maths-button-edge - Lower edge of the button.
 * @cssprop --maths-button-text - Colour of the button's text.
 * @cssprop --maths-error - Colour of errors: messages, and the border of a field with an error.
 * @cssprop --maths-error-background - Background of an error message.
 * @cssprop --maths-error-line - Border of an error message.
 * @cssprop --maths-success - Colour of messages about a success.
 * @cssprop --maths-success-background - Background of a message about a success.
 * @cssprop --maths-success-line - Border of a message about a success.
 * @cssprop --maths-focus - Colour of the ring around the focused control. Default: `--maths-link`.
 * @cssprop --maths-font - Font. Default: the font of the page.
 * @cssprop --maths-font-heading - Font of the title. Default: `--maths-font`.
 * @cssprop --maths-radius - Corners of fields, buttons and messages.
 * @cssprop --maths-radius-card - Corners of the card.
 * @cssprop --maths-padding - Space inside the card.
 * @cssprop --maths-max-width - Maximum width of the element.
 * @cssprop --maths-shadow - Shadow of the card.
 * @cssprop --maths-unit - Length by which texts and their spaces are multiplied. Default: `1px`.
 */
export type ElementOf = { [Tag in TagName]: TypedElement<Tag> & Secret<Tag> };

declare global {
  interface HTMLElementTagNameMap extends ElementOf {}
  /** The events bubble and are composed, so a page can listen on `document` or `window`. */
  interface DocumentEventMap extends Own {}
  interface WindowEventMap extends Own {}
}
