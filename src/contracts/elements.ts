import type { AuthResult } from './auth-result.ts';
import type { DeclarationKind, MailedKind } from './calls/cancel.ts';
import type { ErrorCode } from './error-codes.ts';
import type { Language } from './language.ts';
import type { Membership } from './calls/subscription.ts';
import type { TeacherFormMode, WidgetName } from './tags.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Returns the theme that an attribute forces. Without one, the page's preference applies. */
export const themeOf = (value: string | null | undefined): Theme | undefined => themes.find((theme) => theme === value);

/** Values of `payment`: the parent left the checkout without paying, or returns from managing the subscription. */
export const paymentReturns = ['cancelled', 'managed'] as const;
export type PaymentReturn = (typeof paymentReturns)[number];
export const paymentReturnOf = (value: string | null): PaymentReturn | undefined =>
  paymentReturns.find((name) => name === value);

/**
 * The type of each attribute's property. `scripts/build/package/metadata.ts` generates the package's types, manifest
 * and reference from this type, from `ElementEventDetails` and from their comments.
 */
export type AttributeTypes = {
  /**
   * Language of the element, `en` or `fr`. It can change at any time and keeps what was typed. Default: the language of
   * the page.
   */
  lang: Language;
  /** Your key. It must belong to the origin of the page; otherwise the form is disabled. */
  origin: string;
  /** Coupon that is carried to the purchase. */
  coupon: string;
  /** Initial value of the email field. It never replaces what was typed. */
  email: string;
  /** Colour scheme. Default: the page's `color-scheme`; a frame without `<maths-embed>` is light. */
  theme: Theme;
  /**
   * Renders without a shadow root, for password managers that cannot read one. The styles of the page then apply to the
   * form.
   */
  'light-dom': boolean;
  /**
   * The form that is shown. A teacher's changes when the visitor follows a link to another form; default: `create`.
   * That of `<maths-cancel>` counts on the portal's own pages only.
   */
  mode: TeacherFormMode | MailedKind;
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

/** The fragment with which `/dashboard` opens the dialog that deletes the account. */
export const deletionFragment = '#delete';

/** Fired at `<maths-dashboard>` by the page, to log out. An event that was not cancelled reached no element. */
export const signOutEvent = 'sign-out';

export type SignOutReason = 'requested' | 'ended';

/** All of them bubble and are composed. */
export type ElementEventDetails = {
  /**
   * The visitor is signed in. Send `idToken` to your server, which verifies it. `session` opens the account: leave it
   * alone.
   */
  'auth-success': AuthResult;
  /** Something failed. `message` is the sentence that the element shows, in its language. */
  'auth-error': { code: ErrorCode; message: string };
  /** The element is loaded and shows its attributes. A form works before that, so `auth-success` can be fired first. */
  ready: Record<string, never>;
  /** The visitor came one step further in a form, or failed. For your own statistics: it never has what was typed. */
  step: StepDetail;
  /** The session is over: by a log-out in this page (`requested`), in another tab, or because the server ended it. */
  'signed-out': { reason: SignOutReason };
  /** The account is being deleted and its session is gone. */
  'account-deleted': Record<string, never>;
  /** A new password was set. The parent must sign in with it. */
  'password-reset': Record<string, never>;
  /** A parent declared that the contract ends: with its period (`cancellation`), or at once (`withdrawal`). */
  declared: { kind: DeclarationKind };
  /** The server has responded to the return from a checkout. */
  'membership-checked': Membership;
  /** A teacher asked to change the class. Nothing has changed yet; a mailed link makes the change. */
  'update-requested': Record<string, never>;
};
export type ElementEventName = keyof ElementEventDetails;

/**
 * The page around a form (decisions.md#2-elements and #3-bridge): the portal's own; a partner's page or a frame, where
 * nothing is stored; or `blocked`, with an `origin` that is unknown or does not match the parent, where it is disabled.
 */
export type FormMode = { kind: 'first-party' } | { kind: 'widget' } | { kind: 'blocked' };

/** How far a visitor has come in a form. */
export const steps = ['shown', 'started', 'submitted', 'failed', 'succeeded'] as const;
type Step = (typeof steps)[number];

/** The forms of the tags. A tag can show several, one after the other. */
export const stepForms = [
  'sign-in',
  'recovery',
  'sign-up',
  'teacher-create',
  'teacher-update',
  'teacher-link',
] as const;
type StepForm = (typeof stepForms)[number];

/** What a step is about: never what was typed. */
type StepMore = {
  /** With `started`: the name of the field that the visitor began to fill in. */
  field?: string;
  /** With `failed`: the error code. */
  code?: ErrorCode;
};
export type StepDetail = StepMore & { step: Step; form: StepForm };

/** Reports a step of the form that is shown. */
export type ReportStep = (step: Step, more?: StepMore) => void;
