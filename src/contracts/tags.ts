import type { AttributeName, Audience, ElementEventName, TeacherFormMode, WidgetName } from './elements.ts';
import type { RoutePath } from './routes.ts';

/** What a form does for the visitor. */
export type FormTask = 'sign-in' | 'cancel' | TeacherFormMode;

type TagDefinition = {
  attributes: readonly AttributeName[];
  /** The attributes without which the element shows nothing useful. */
  required?: readonly AttributeName[];
  /** Whether a page passes the secret of a mailed link to it, as a property: every script of a page can read attributes. */
  takesSecret?: boolean;
  /** Whose page may contain the element, and whom it serves. */
  audience?: Audience;
  /** Whether the tag is useful on the portal’s own pages only. The partners’ guide does not list it. */
  isPortals?: boolean;
  /** The element in a frame: `<maths-embed widget>`. */
  widget?: WidgetName;
  /** A form whose first view is rendered at build time. */
  form?: {
    /** The first task needs no attribute; `mode` names each other one. */
    tasks: readonly [FormTask, ...FormTask[]];
    /** Whether a loader contains the form. The forms that few pages show are in a separate file. */
    isInLoader: boolean;
    /** Whether it is prerendered for partners only, because its first view on the portal depends on the session. */
    isWidgetOnly?: boolean;
    /** The page of the portal with the form. */
    path: RoutePath;
  };
};

/** The tags (decisions.md#2-elements). Lists, types, entries of the build and the package, metadata and forms derive from them. */
export const tags = {
  'maths-sign-in': {
    audience: 'parent',
    attributes: ['lang', 'origin', 'coupon', 'email', 'theme', 'light-dom', 'portal'],
    widget: 'signin',
    form: { tasks: ['sign-in'], isInLoader: true, path: '/signin' },
  },
  'maths-sign-up': {
    audience: 'parent',
    attributes: ['lang', 'origin', 'coupon', 'email', 'theme', 'light-dom', 'portal'],
    widget: 'signup',
    form: { tasks: ['create'], isInLoader: true, path: '/signup' },
  },
  'maths-dashboard': {
    audience: 'parent',
    isPortals: true,
    /** `payment`: why the person returns from a page of Stripe, see `contracts/routes.ts`. */
    attributes: ['lang', 'theme', 'coupon', 'payment', 'portal'],
  },
  /** Sets a new password from a mailed link. */
  'maths-reset-password': {
    audience: 'parent',
    isPortals: true,
    attributes: ['lang', 'email', 'theme', 'light-dom', 'portal'],
    takesSecret: true,
  },
  /** Shows the next steps after a purchase. `checkout`: the id that a checkout of Stripe returned. */
  'maths-confirmation': { audience: 'parent', isPortals: true, attributes: ['lang', 'theme', 'checkout', 'portal'] },
  /** Ends a contract: with its period, or by a withdrawal (`mode`). It stores nothing on a partner's page. */
  'maths-cancel': {
    audience: 'parent',
    attributes: ['lang', 'origin', 'mode', 'email', 'theme', 'light-dom', 'portal'],
    takesSecret: true,
    widget: 'cancel',
    form: { tasks: ['cancel'], isInLoader: false, isWidgetOnly: true, path: '/cancel' },
  },
  /** `mode`: which of the forms is shown. It changes when the visitor opens the other form. */
  'maths-teacher-sign-up': {
    audience: 'teacher',
    attributes: ['lang', 'origin', 'mode', 'email', 'theme', 'light-dom', 'portal'],
    widget: 'teacher-signup',
    form: { tasks: ['create', 'update', 'link'], isInLoader: false, path: '/schoolzone/teacher/signup' },
  },
  /** Shows the progress of the class that `classroom-id` opens. */
  'maths-classroom': {
    audience: 'teacher',
    isPortals: true,
    attributes: ['lang', 'theme', 'classroom-id', 'portal'],
    required: ['classroom-id'],
  },
  /** Applies the change that a teacher requested, with the secret of a mailed link. */
  'maths-classroom-update': {
    audience: 'teacher',
    isPortals: true,
    attributes: ['lang', 'theme', 'light-dom', 'portal'],
    takesSecret: true,
  },
  /** Downloads levels that players created, from a list of their names. */
  'maths-levels': { audience: 'parent', isPortals: true, attributes: ['lang', 'theme', 'portal'] },
  /** The frame can hold each of the forms. */
  'maths-embed': {
    attributes: ['widget', 'origin', 'lang', 'coupon', 'email', 'theme', 'portal'],
    required: ['widget', 'origin'],
  },
} as const satisfies Record<`maths-${string}`, TagDefinition>;

export type TagName = keyof typeof tags;

/** The events of each tag. No element reads them at run time, so they are apart from what a sign-in loads. */
export const tagEvents = {
  'maths-sign-in': ['auth-success', 'auth-error', 'ready', 'step'],
  'maths-sign-up': ['auth-success', 'auth-error', 'ready', 'step'],
  'maths-dashboard': ['ready', 'auth-error', 'signed-out', 'account-deleted'],
  'maths-reset-password': ['ready', 'auth-error', 'password-reset'],
  'maths-confirmation': ['ready', 'membership-checked'],
  'maths-cancel': ['ready', 'auth-error', 'declared'],
  'maths-teacher-sign-up': ['auth-success', 'auth-error', 'ready', 'step', 'update-requested'],
  'maths-classroom': ['ready', 'auth-error'],
  'maths-classroom-update': ['ready', 'auth-error'],
  'maths-levels': ['ready', 'auth-error'],
  'maths-embed': ['auth-success', 'auth-error', 'ready', 'step', 'update-requested', 'declared'],
} as const satisfies Record<TagName, readonly ElementEventName[]>;

export const teacherFormModes: readonly TeacherFormMode[] = tags['maths-teacher-sign-up'].form.tasks;

/** Returns the definition of a tag, with the members that some tags do not have. */
export const definitionOf = (tag: TagName): TagDefinition => tags[tag];

export const isTag = (name: string): name is TagName => name in tags;
export const tagNames: readonly TagName[] = Object.keys(tags).filter(isTag);

/** The selector of every tag. */
export const anyTag: string = tagNames.join();

/** The tags whose first view is rendered at build time. */
export type FormTag = { [Tag in TagName]: (typeof tags)[Tag] extends { form: object } ? Tag : never }[TagName];

const isFormTag = (tag: TagName): tag is FormTag => 'form' in tags[tag];
export const formTags: readonly FormTag[] = tagNames.filter(isFormTag);

/** Returns the tasks of a form that `mode` names: all but its first one. */
export const tasksOfMode = (tag: string): readonly FormTask[] =>
  (isTag(tag) && definitionOf(tag).form?.tasks.slice(1)) || [];

/** Returns the task of a tag with this `mode`; undefined for the first one. */
export const taskOf = (tag: string, mode: string | null): FormTask | undefined =>
  tasksOfMode(tag).find((task) => task === mode);
