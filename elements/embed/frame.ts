import type { Theme } from '../../src/contracts/elements.ts';
import { frameHeights, type WidgetName, widgetPath } from '../../src/contracts/tags.ts';
import type { Language } from '../../src/contracts/language.ts';
import { frameTitle } from '../../src/i18n/frame-title.ts';

export type FrameOptions = {
  portal: string;
  widget: WidgetName;
  origin: string;
  language: Language;
  coupon: string | null;
  theme: Theme | undefined;
};

/** Returns the address of the frame. The email is sent through the bridge instead, because URLs end up in logs. */
const frameAddress = ({ portal, widget, origin, language, coupon, theme }: FrameOptions): string => {
  const query = new URLSearchParams({ origin, lang: language });
  if (coupon !== null) query.set('coupon', coupon);
  if (theme !== undefined) query.set('theme', theme);
  return `${portal}${widgetPath(widget)}?${query}`;
};

/** Returns the attributes of the frame. `allow-popups` is for the portal's own pages; `allow=""` grants no feature. */
const frameAttributes = (options: FrameOptions): Readonly<Record<string, string>> => ({
  title: frameTitle(options.widget, options.language),
  sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  allow: '',
  referrerpolicy: 'strict-origin',
  src: frameAddress(options),
});

/** Returns a new frame as the only content of the root. `scheme`, the page's colour scheme, applies without a theme. */
export const frameIn = (root: ShadowRoot, options: FrameOptions, scheme: Theme): HTMLIFrameElement => {
  // A frame without a theme is light.
  const theme = options.theme ?? (scheme === 'dark' ? scheme : undefined);
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries(frameAttributes({ ...options, theme }))) frame.setAttribute(name, value);
  root.replaceChildren(frame);
  return frame;
};

/** The padding of the form's card (frame.css) above and below, up to the form's greatest width. */
const padding = 'clamp(40px, 14cqi, 61.6px)';

/** Not black, because forced colours can make the caret black on a light page. */
const dark = 'rgb(1, 2, 3)';

/** Returns the page's colour scheme, read from the colour of the caret, which the tag does not show. */
export const colorSchemeOf = (host: Element): Theme => (getComputedStyle(host).caretColor === dark ? 'dark' : 'light');

/**
 * Returns the styles of the tag. Containment removes the content's width. The frame gets its content's scheme: browsers
 * paint an opaque background behind another. The transition reports a change of the page's.
 */
const baseStyle = `:host{display:block;container-type:inline-size!important;contain-intrinsic-inline-size:300px!important;color-scheme:inherit!important;caret-color:light-dark(#fff,${dark})!important}
iframe{display:block;inline-size:100%;border:0;color-scheme:inherit;caret-color:inherit;transition:caret-color 1ms}
:host([theme=light]) iframe{color-scheme:light}
@media screen{:host([theme=dark]) iframe{color-scheme:dark}}
@media print{iframe{color-scheme:light}}
`;

/** Returns the styles of the frame with the height that it reported. */
export const frameCss = (height: number): string => `${baseStyle}iframe{block-size:${height}px}`;

/** Returns the frame's styles before it reports a height: with the expected one, so that nothing moves. */
export const reservingCss = (widget: WidgetName, language: Language): string =>
  baseStyle +
  frameHeights(widget, language)
    .map(([width, height]) => `@container (min-width:${width}px){iframe{block-size:calc(${height}px + ${padding})}}`)
    .join('\n');
