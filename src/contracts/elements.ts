import type { AuthResult } from './auth-result.ts';
import type { ErrorCode } from './error-codes.ts';
import type { PaymentReturn } from './routes.ts';
import type { Membership } from './subscription.ts';

/**
 * The tags of the library with their attributes and events, as decisions.md#2-elements names them. `portal` is the
 * origin of the portal, for pages whose script does not come from it.
 */
export const formAttributes = ['lang', 'origin', 'coupon', 'email', 'theme', 'light-dom', 'portal'] as const;

export const elementAttributes = {
  'maths-sign-in': formAttributes,
  'maths-sign-up': formAttributes,
  /** `payment`: why the person returns from a page of Stripe, see `contracts/routes.ts`. */
  'maths-dashboard': ['lang', 'theme', 'coupon', 'payment', 'portal'],
  /** For the portal's own pages: sets a new password from a mailed link. */
  'maths-reset-password': ['lang', 'email', 'theme', 'light-dom', 'portal'],
  /**
   * For the portal's own pages: shows the next steps after a purchase. `checkout`: the id that a checkout of Stripe
   * returned.
   */
  'maths-confirmation': ['lang', 'theme', 'checkout', 'portal'],
  /**
   * `mode`: which of the forms is shown, see `teacherFormModes`. It changes when the visitor opens the other form.
   */
  'maths-teacher-sign-up': ['lang', 'origin', 'mode', 'email', 'theme', 'light-dom', 'portal'],
  /** For the portal's own pages: shows the progress of the class that `classroom-id` opens. */
  'maths-classroom': ['lang', 'theme', 'classroom-id', 'portal'],
  /** For the portal's own pages: applies the change that a teacher requested, with the secret of a mailed link. */
  'maths-classroom-update': ['lang', 'theme', 'light-dom', 'portal'],
  /** For the portal's own pages: downloads levels that players created, from a list of their names. */
  'maths-levels': ['lang', 'theme', 'portal'],
  'maths-embed': ['widget', 'origin', 'lang', 'coupon', 'email', 'theme', 'portal'],
} as const satisfies Record<`maths-${string}`, readonly AttributeName[]>;

export type TagName = keyof typeof elementAttributes;
export const tagNames: readonly TagName[] = [
  'maths-sign-in',
  'maths-sign-up',
  'maths-dashboard',
  'maths-reset-password',
  'maths-confirmation',
  'maths-teacher-sign-up',
  'maths-classroom',
  'maths-classroom-update',
  'maths-levels',
  'maths-embed',
];

/** Tags that are useful only on the portal's own pages. The partners' guide does not list them. */
export const portalTags: readonly TagName[] = [
  'maths-dashboard',
  'maths-reset-password',
  'maths-confirmation',
  'maths-classroom',
  'maths-classroom-update',
  'maths-levels',
];

/**
 * The teacher's tasks: creating a class, changing the size of an existing one, or receiving its link again. The first is
 * the default. The form links to the first two; only the page of a missing class links to the third.
 */
export const teacherFormModes = ['create', 'update', 'link'] as const;
export type TeacherFormMode = (typeof teacherFormModes)[number];

/** The values of `<maths-embed widget>`, and the page that each of them frames. */
export const widgetPaths = {
  signin: '/widgets/signin',
  signup: '/widgets/signup',
  'teacher-signup': '/widgets/teacher-signup',
} as const;
export type WidgetName = keyof typeof widgetPaths;
export const isWidgetName = (value: unknown): value is WidgetName => typeof value === 'string' && value in widgetPaths;

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/**
 * The type of each attribute's property. The package's types, manifest and reference are generated from this type, from
 * `ElementEventDetails` and from their comments (`scripts/build/package/metadata.ts`).
 */
export type AttributeTypes = {
  /** Language of the element, `en` or `fr`. It can change at any time and keeps what was typed. Default: the language of the page. */
  lang: string;
  /** Your key. It must belong to the origin of the page; otherwise the form is disabled. */
  origin: string;
  /** Coupon that is carried to the purchase. */
  coupon: string;
  /** Initial value of the email field. It never replaces what was typed. */
  email: string;
  /** Colour scheme. Default: the page's `color-scheme`; a frame without `<maths-embed>` is light. */
  theme: Theme;
  /** Renders without a shadow root, for password managers that cannot read one. The styles of the page then apply to the form. */
  'light-dom': boolean;
  /** The form that is shown. It changes when the visitor follows a link to another form. Default: `create`. */
  mode: TeacherFormMode;
  /** The form in the frame. */
  widget: WidgetName;
  /** Why the parent comes back from a page of the payment provider. */
  payment: PaymentReturn;
  /** Id of the checkout that the parent comes back from. */
  checkout: string;
  /** Id of the class. It opens the class, so treat it as a key. */
  'classroom-id': string;
  /** Origin of the portal. Only for a page whose script does not come from the portal, such as one with a bundle. */
  portal: string;
};
export type AttributeName = keyof AttributeTypes;

/** The attributes without which an element shows nothing useful. */
export const requiredAttributes: Partial<Record<TagName, readonly AttributeName[]>> = {
  'maths-embed': ['widget', 'origin'],
  'maths-classroom': ['classroom-id'],
};

/**
 * Fired at `<maths-dashboard>` by the page around it, cancelable: logs out as the element's own button does. The element
 * cancels it; an event that was not cancelled reached no element.
 */
export const signOutEvent = 'sign-out';

export type SignOutReason = 'requested' | 'ended';

/** All of them bubble and are composed. */
export type ElementEventDetails = {
  /** The visitor is signed in. `session` is JSON text and opens the account: send it over https only, and never log it. */
  'auth-success': AuthResult;
  /** Something failed. `message` is the sentence that the element shows, in its language. */
  'auth-error': { code: ErrorCode; message: string };
  /** All files of the element are loaded. A form works before that, so `auth-success` can be fired first. */
  ready: Record<string, never>;
  /** The session is over: by a log-out in this page (`requested`), in another tab, or because the server ended it. */
  'signed-out': { reason: SignOutReason };
  /** The account is being deleted and its session is gone. */
  'account-deleted': Record<string, never>;
  /** A new password was set. The parent must sign in with it. */
  'password-reset': Record<string, never>;
  /** The server has responded to the return from a checkout. */
  'membership-checked': Membership;
  /** A teacher asked to change the class. Nothing has changed yet; a mailed link makes the change. */
  'update-requested': Record<string, never>;
};
export type ElementEventName = keyof ElementEventDetails;

const formEvents = ['auth-success', 'auth-error', 'ready'] as const;
const teacherFormEvents = [...formEvents, 'update-requested'] as const;

/** The events that each tag fires. */
export const elementEvents = {
  'maths-sign-in': formEvents,
  'maths-sign-up': formEvents,
  'maths-dashboard': ['ready', 'auth-error', 'signed-out', 'account-deleted'],
  'maths-reset-password': ['ready', 'auth-error', 'password-reset'],
  'maths-confirmation': ['ready', 'membership-checked'],
  'maths-teacher-sign-up': teacherFormEvents,
  'maths-classroom': ['ready', 'auth-error'],
  'maths-classroom-update': ['ready', 'auth-error'],
  'maths-levels': ['ready', 'auth-error'],
  // The frame can hold each of the three forms.
  'maths-embed': teacherFormEvents,
} as const satisfies Record<TagName, readonly ElementEventName[]>;
