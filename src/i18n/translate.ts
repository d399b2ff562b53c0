/** What a sentence may interpolate, besides what every sentence knows: `product`, `supportEmail` and the limits. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Words of one feature in one language. The feature's own keys stand at the root (`t('submit')`), those of all
 * features under `common.` and `errors.`. A missing key throws in development and in tests.
 */
export type Translate = (key: string, values?: Values) => string;

/** The sets of words that are loaded by themselves; each has a file `locales/<language>/<name>.json`. */
export type WordSet =
  | 'sign-in'
  | 'sign-up'
  | 'dashboard'
  | 'reset-password'
  | 'confirmation'
  | 'teacher-sign-up'
  | 'classroom'
  | 'classroom-update'
  | 'levels'
  | 'site';
