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

const createFrame = (attributes: Readonly<Record<string, string>>): HTMLIFrameElement => {
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  return frame;
};

/**
 * Returns the frame, which is the only content of the root. An existing frame that matches (the page can contain it in
 * a declarative shadow root) stays with everything that was typed into it. It is not even moved, because a moved frame
 * loads again.
 * @param scheme the colour scheme of the page, which applies to a frame without a theme
 */
export const frameIn = (root: ShadowRoot, options: FrameOptions, scheme: Theme): HTMLIFrameElement => {
  // A frame without a theme is light.
  const theme = options.theme ?? (scheme === 'dark' ? scheme : undefined);
  const attributes = frameAttributes(options);
  const existing = root.querySelector('iframe');
  // Requires exactly these attributes, because a `srcdoc`, for example, would show another page.
  const isReusable =
    existing?.attributes.length === Object.keys(attributes).length &&
    Object.entries(attributes).every(([name, value]) => existing.getAttribute(name) === value);
  const frame = isReusable ? existing : createFrame(frameAttributes({ ...options, theme }));
  for (const node of Array.from(root.childNodes)) if (node !== frame) node.remove();
  if (!isReusable) root.append(frame);
  return frame;
};
