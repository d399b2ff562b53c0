import type { AttributeName, ElementEventName, TeacherFormMode, WidgetName } from './elements.ts';
import type { RoutePath } from './routes.ts';
import * as cancel from './tags/cancel.ts';
import * as classroom from './tags/classroom.ts';
import * as classroomUpdate from './tags/classroom-update.ts';
import * as confirmation from './tags/confirmation.ts';
import * as dashboard from './tags/dashboard.ts';
import * as embed from './tags/embed.ts';
import * as levels from './tags/levels.ts';
import * as resetPassword from './tags/reset-password.ts';
import * as signIn from './tags/sign-in.ts';
import * as signUp from './tags/sign-up.ts';
import * as teacherSignUp from './tags/teacher-sign-up.ts';

/** What a form does for the visitor. */
export type FormTask = 'sign-in' | 'cancel' | TeacherFormMode;

/** What is known about a tag without its code. */
type TagDefinition = {
  attributes: readonly AttributeName[];
  /** The attributes without which the element shows nothing useful. */
  required?: readonly AttributeName[];
  /** Properties without attribute, because every script of a page can read attributes. */
  properties?: readonly 'secret'[];
  events: readonly ElementEventName[];
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

/**
 * The tags of the library, as decisions.md#2-elements names them. Each definition is a module, so that a bundler keeps
 * only what an element uses of its own. Lists, types, entries of the build and the package, metadata and prerendered
 * forms derive from them.
 */
export const tags = {
  'maths-sign-in': signIn,
  'maths-sign-up': signUp,
  'maths-dashboard': dashboard,
  'maths-reset-password': resetPassword,
  'maths-confirmation': confirmation,
  'maths-cancel': cancel,
  'maths-teacher-sign-up': teacherSignUp,
  'maths-classroom': classroom,
  'maths-classroom-update': classroomUpdate,
  'maths-levels': levels,
  'maths-embed': embed,
} as const satisfies Record<`maths-${string}`, TagDefinition>;

export type TagName = keyof typeof tags;

/** Returns the definition of a tag, with the members that some tags do not have. */
export const definitionOf = (tag: TagName): TagDefinition => tags[tag];

/** The tags whose first view is rendered at build time. */
export type FormTag = { [Tag in TagName]: (typeof tags)[Tag] extends { form: object } ? Tag : never }[TagName];
