/** Every colour by hue and lightness, `var(--color-…)` in style sheets. Prefer the roles of `src/ui/tokens.css`. */
export const colors = {
  white: '#ffffff',

  'brand-50': '#efeeff',
  'brand-100': '#dedcff',
  'brand-150': '#d2ceff',
  'brand-200': '#c9c5ff',
  'brand-300': '#b3adff',
  'brand-500': '#5448e0',
  'brand-600': '#4237c4',
  'brand-700': '#352ba3',
  'brand-800': '#38348a',

  'sun-50': '#fff4d6',
  'sun-400': '#ffd257',
  'sun-500': '#ffc93c',
  'sun-600': '#e5a813',
  'sun-800': '#7a5200',

  'mint-50': '#e6f8f2',
  'mint-100': '#bfeedf',
  'mint-150': '#8fe8cf',
  'mint-200': '#8be0c7',
  'mint-250': '#7fdcc2',
  'mint-300': '#4fcba9',
  'mint-500': '#12b28c',
  'mint-600': '#0a8467',
  'mint-650': '#0a755d',
  'mint-700': '#06634d',
  'mint-750': '#1f6f5c',
  'mint-800': '#0e5f4d',
  'mint-850': '#124a3e',
  'mint-900': '#12362f',

  'coral-50': '#ffedec',
  'coral-200': '#ffb9bc',
  'coral-300': '#ffa3a6',
  'coral-600': '#c8353f',
  'coral-650': '#b52b36',
  'coral-700': '#a5242e',
  'coral-750': '#9a3f50',
  'coral-800': '#8c1d27',
  'coral-900': '#3e1c2c',

  'sky-50': '#e8f5ff',
  'sky-200': '#a9d8ff',
  'sky-250': '#9fd3fb',
  'sky-700': '#0b4f86',
  'sky-800': '#2c6291',
  'sky-900': '#14304d',

  tint: '#f5f6ff',
  'tint-strong': '#f0f1fd',
  line: '#e4e6f5',
  'line-strong': '#858ab3',
  ink: '#1d2148',
  'ink-edge': '#0c0f2b',
  'ink-soft': '#565b82',
  'ink-on-mint': '#4b5076',

  'night-text': '#f1f2ff',
  'night-link': '#e6e8fb',
  'night-text-soft': '#b6bae0',
  'night-foot-text': '#c8cbea',
  'night-line-strong': '#7e84b8',
  'night-line': '#343866',
  'night-hover': '#2a2d5c',
  'night-tint': '#22254a',
  night: '#1b1e3d',
  'night-deep': '#10122a',
} as const;

/** The scales. Fluid headings and the measures of a single drawing are not steps of a scale. */
export const scales = {
  'font-size-caption': '13px',
  'font-size-note': '14px',
  'font-size-label': '15px',
  'font-size-body': '16px',
  'font-size-lead': '17px',
  'font-size-title-small': '18px',
  'font-size-key': '19px',
  'font-size-title': '20px',
  'font-size-title-large': '24px',

  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '20px',
  'space-6': '24px',
  'space-7': '32px',
  'space-8': '48px',
  'space-9': '72px',

  'radius-small': '8px',
  'radius-control': '10px',
  'radius-key': '14px',
  'radius-card': '20px',
  'radius-hero': '28px',
  'radius-pill': '99px',

  'shadow-card': `0 1px 2px ${colors.ink}0d, 0 10px 28px -6px ${colors.ink}1f`,
};

const tokens = new Map([
  ...Object.entries(colors).map(([name, value]): [string, string] => [`color-${name}`, value]),
  ...Object.entries(scales),
]);

/**
 * Replaces each token, like `var(--color-…)`, with its value. A custom property for each would make every form larger
 * and reach the slots of partners' pages, who change the roles (`--maths-…`).
 * @throws for a name that is no token
 */
export const resolveTokens = (css: string): string =>
  css.replaceAll(/var\(--((?:color|font-size|space|radius|shadow)-[\w-]+)\)/g, (_, name: string) => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`The style sheet uses --${name}, which src/config/design-tokens.ts lacks`);
    return value;
  });
