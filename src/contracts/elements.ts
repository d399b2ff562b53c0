import type { AuthResult } from './auth-result.ts';
import type { ErrorCode } from './error-codes.ts';

/** The tags of the library, their attributes and events: the vocabulary of decisions section 2. */
export const formAttributes = ['lang', 'origin', 'coupon', 'email', 'theme', 'light-dom'] as const;

export const elementAttributes = {
  'maths-sign-in': formAttributes,
  'maths-sign-up': formAttributes,
  /** `payment`: why the person comes back from a page of Stripe's, see `contracts/routes.ts`. */
  'maths-dashboard': ['lang', 'theme', 'coupon', 'payment'],
  /** The host site's own: sets a new password from a mailed link. */
  'maths-reset-password': ['lang', 'theme', 'light-dom'],
  /** The host site's own: what to do after a purchase. `checkout`: the id that a checkout of Stripe's came back with. */
  'maths-confirmation': ['lang', 'theme', 'checkout'],
  /** `mode`: which of the two forms shows, see `teacherFormModes`; it changes when somebody goes to the other. */
  'maths-teacher-sign-up': ['lang', 'origin', 'mode', 'email', 'theme', 'light-dom'],
  /** The host site's own: the progress of the class that `classroom-id` opens. */
  'maths-classroom': ['lang', 'theme', 'classroom-id'],
  /** The host site's own: applies what a teacher asked for, with the secret of a mailed link. */
  'maths-classroom-update': ['lang', 'theme', 'light-dom'],
  /** The host site's own: downloads levels that players made, by a list of their names. */
  'maths-levels': ['lang', 'theme'],
  'maths-embed': ['widget', 'origin', 'lang', 'coupon', 'email', 'theme'],
} as const satisfies Record<`maths-${string}`, readonly string[]>;

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

/** Useful only on the portal's own pages: the partners' guide does not list them. */
export const portalTags: readonly TagName[] = [
  'maths-dashboard',
  'maths-reset-password',
  'maths-confirmation',
  'maths-classroom',
  'maths-classroom-update',
  'maths-levels',
];

/** What a teacher comes for: a class of their own, or another size for the one there is. Without `mode`: the first. */
export const teacherFormModes = ['create', 'update'] as const;
export type TeacherFormMode = (typeof teacherFormModes)[number];

/** What `<maths-embed widget>` may name, and the page that it frames. */
export const widgetPaths = {
  signin: '/widgets/signin',
  signup: '/widgets/signup',
  'teacher-signup': '/widgets/teacher-signup',
} as const;
export type WidgetName = keyof typeof widgetPaths;
export const isWidgetName = (value: unknown): value is WidgetName => typeof value === 'string' && value in widgetPaths;

export type Theme = 'light' | 'dark';

/** All of them bubble and are composed. */
export type ElementEventDetails = {
  /** The person is signed in; a page without `origin` decides where to go next. */
  'auth-success': AuthResult;
  /** `message` is the sentence that the widget shows, in its language. */
  'auth-error': { code: ErrorCode; message: string };
  /** The whole element is there; a form that was drawn before it took typing already. */
  ready: Record<string, never>;
  /** The session ended, by log-out or because the server ended it. Dashboard only. */
  'signed-out': Record<string, never>;
  /** The account is being deleted and its session is gone. Dashboard only. */
  'account-deleted': Record<string, never>;
  /** A new password was set; sign-in is needed. `maths-reset-password` only. */
  'password-reset': Record<string, never>;
  /** The link that changes a class is on its way to the teacher. `maths-teacher-sign-up` only. */
  'update-requested': Record<string, never>;
};
export type ElementEventName = keyof ElementEventDetails;
