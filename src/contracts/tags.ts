import type { Language } from './language.ts';

/** The teacher's tasks: creating a class (default), changing its size, receiving its link again. */
export type TeacherFormMode = 'create' | 'update' | 'link';

/** Whom a form is for: a partner's key belongs to one of them. */
export type Audience = 'parent' | 'teacher';

/** What a form does for the visitor. */
export type FormTask = 'sign-in' | 'cancel' | TeacherFormMode;

/** The widths of `<maths-embed>` from which the next height is reserved, in CSS pixels: a phone, and what is wider. */
const frameWidths = [0, 340, 440];
/**
 * The heights of a form in a frame before it reports its own, at these widths: without its padding on the portal's own
 * pages, with their font. `e2e/framing.long.e2e.ts` measures them again.
 */
type FrameHeights = readonly number[];

type TagDefinition = {
  /** Each has its type and its description in `AttributeTypes`. */
  attributes: readonly string[];
  /** The attributes without which the element shows nothing useful. */
  required?: readonly string[];
  /**
   * Whether a page passes the secret of a mailed link to it, as a property: every script of a page can read attributes.
   */
  takesSecret?: boolean;
  /** Whose page may contain the element, and whom it serves. */
  audience?: Audience;
  /** Whether the tag is useful on the portal’s own pages only. The partners’ guide does not list it. */
  isPortals?: boolean;
  /** The element in a frame: `<maths-embed widget>`. A language without heights has those of the English texts. */
  widget?: { name: string; heights: { en: FrameHeights } & Partial<Record<Language, FrameHeights>> };
  /** A form whose first view is rendered at build time. */
  form?: {
    /** The first task needs no attribute; `mode` names each other one. */
    tasks: readonly [FormTask, ...FormTask[]];
    /** Whether a loader contains the form. The forms that few pages show are in a separate file. */
    isInLoader: boolean;
    /** Whether it is prerendered for partners only, because its first view on the portal depends on the session. */
    isWidgetOnly?: boolean;
    /** The page of the portal with the form. */
    path: `/${string}`;
  };
};

/**
 * The tags (decisions.md#2-elements). Lists, types, entries of the build and the package, metadata and forms derive
 * from them.
 */
export const tags = {
  'maths-sign-in': {
    audience: 'parent',
    attributes: ['lang', 'origin', 'coupon', 'email', 'theme', 'light-dom', 'portal'],
    widget: { name: 'signin', heights: { en: [371.9], fr: [371.9] } },
    form: { tasks: ['sign-in'], isInLoader: true, path: '/signin' },
  },
  'maths-sign-up': {
    audience: 'parent',
    attributes: ['lang', 'origin', 'coupon', 'email', 'theme', 'light-dom', 'portal'],
    widget: { name: 'signup', heights: { en: [454.9], fr: [517.9, 454.9] } },
    form: { tasks: ['create'], isInLoader: true, path: '/signup' },
  },
  'maths-dashboard': {
    audience: 'parent',
    isPortals: true,
    /** `payment`: why the person returns from a page of Stripe, see `contracts/routes.ts`. */
    attributes: ['lang', 'theme', 'coupon', 'payment', 'mode', 'portal'],
    takesSecret: true,
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
    widget: { name: 'cancel', heights: { en: [711.3, 650.9, 581.9], fr: [789.1, 704.8, 581.9] } },
    form: { tasks: ['cancel'], isInLoader: false, isWidgetOnly: true, path: '/cancel' },
  },
  /** `mode`: which of the forms is shown. It changes when the visitor opens the other form. */
  'maths-teacher-sign-up': {
    audience: 'teacher',
    attributes: ['lang', 'origin', 'mode', 'email', 'theme', 'light-dom', 'portal'],
    widget: { name: 'teacher-signup', heights: { en: [887.9, 764, 716.4], fr: [882, 764, 740.4] } },
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

/**
 * The events of each tag, which `ElementEventDetails` describes. No element reads them, so a sign-in does not load
 * them.
 */
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
} as const satisfies Record<TagName, readonly string[]>;

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

/** The values of `<maths-embed widget>`. */
export type WidgetName = (typeof tags)[FormTag]['widget']['name'];
export const widgetNames: readonly WidgetName[] = formTags.map((tag) => tags[tag].widget.name);
export const isWidgetName = (value: unknown): value is WidgetName => widgetNames.some((name) => name === value);
/** Returns the path of the page that a frame shows. */
export const widgetPath = <Widget extends WidgetName>(widget: Widget): `/widgets/${Widget}` => `/widgets/${widget}`;

/** Returns the frame's widths, each with the height from there on. */
export const frameHeights = (widget: WidgetName, language: Language): readonly (readonly [number, number])[] => {
  const heights = tagNames.map((tag) => definitionOf(tag).widget).find((one) => one?.name === widget)?.heights;
  return (heights?.[language] ?? heights?.en ?? []).map((height, place) => [frameWidths[place] ?? 0, height]);
};
