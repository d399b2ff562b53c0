/** The values of a message. Every message also has `product`, `supportEmail` and the limits. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Translates the messages of one feature into one language. The feature's own keys are at the root (`t('submit')`),
 * those of all features below `common.` and `errors.`. A missing key throws in development and in tests.
 */
export type Translate = (key: string, values?: Values) => string;

/** The message files that are loaded separately; each is `locales/<language>/<name>.json`. */
export type Namespace =
  | 'sign-in'
  | 'sign-up'
  | 'dashboard'
  | 'reset-password'
  | 'confirmation'
  | 'teacher-sign-up'
  | 'classroom'
  | 'classroom-update'
  | 'levels'
  | 'legal'
  | 'site';
