import { type Theme, type WidgetName, widgetPaths } from '../../src/contracts/elements.ts';
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
export const frameAddress = ({ portal, widget, origin, language, coupon, theme }: FrameOptions): string => {
  const query = new URLSearchParams({ origin, lang: language });
  if (coupon !== null) query.set('coupon', coupon);
  if (theme !== undefined) query.set('theme', theme);
  return `${portal}${widgetPaths[widget]}?${query}`;
};

/**
 * Returns the attributes of the frame. They grant only what the form needs: scripts and storage of the portal's own origin,
 * forms, and new tabs outside the sandbox (the portal's own pages). `allow=""` grants no powerful feature.
 */
export const frameAttributes = (options: FrameOptions): Readonly<Record<string, string>> => ({
  title: frameTitle(options.widget, options.language),
  sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  allow: '',
  referrerpolicy: 'strict-origin',
  src: frameAddress(options),
});

/**
 * Returns a new frame as the only content of the root.
 * @param scheme the colour scheme of the page, which applies to a frame without a theme
 */
export const frameIn = (root: ShadowRoot, options: FrameOptions, scheme: Theme): HTMLIFrameElement => {
  // A frame without a theme is light.
  const theme = options.theme ?? (scheme === 'dark' ? scheme : undefined);
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries(frameAttributes({ ...options, theme }))) frame.setAttribute(name, value);
  root.replaceChildren(frame);
  return frame;
};
