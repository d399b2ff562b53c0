import { escapeHtml } from '../../src/lib/escape-html.ts';
import type { Theme } from '../../src/contracts/elements.ts';
import { defaultLanguage, type Language } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { type FormTag, tags } from '../../src/contracts/tags.ts';
import { frameTitle } from '../../src/i18n/frame-title.ts';
import { frameAttributes } from '../embed/embed-frame.ts';
import { reservingCss } from '../embed/frame-css.ts';
import { formInPage, rootInPage } from './form-in-page.ts';
import type { Forms } from './forms.ts';
import type { ReleaseManifest } from './release.ts';
import { formKey } from '../runtime/form-key.ts';
import { portalLink } from '../runtime/portal-links.ts';

export type EmbedOptions = {
  tag: FormTag;
  /** Whether the form is in a frame of the portal's origin. */
  frame: boolean;
  language: Language;
  /** The partner's key. */
  origin: string;
  /** The portal's origin. */
  portal: string;
  coupon?: string | undefined;
  theme?: Theme | undefined;
  /** The release that the page is pinned to. The browser rejects every byte that differs from it. */
  release?: ReleaseManifest | undefined;
};

type Attributes = Readonly<Record<string, string | undefined>>;

const start = (name: string, attributes: Attributes = {}): string => {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return `<${[name, ...given.map(([key, value = '']) => (value === '' ? key : `${key}="${escapeHtml(value)}"`))].join(' ')}>`;
};
const element = (name: string, attributes: Attributes, content = ''): string =>
  `${start(name, attributes)}${content}</${name}>`;

/** Detects a submit that happened before any script ran: see `takeEarlySubmit` in `elements/runtime/early-input.ts`. */
const sentMark = start('input', { type: 'checkbox', hidden: '', 'data-sent': '' });
/** Returns the fallback link, for pages where the script cannot be loaded. The form above it does not move. */
const late = element('slot', { 'data-late': '' });
/** `:has()` would not show it in WebKit 2.50, which does not update it in a shadow root when `:user-valid` changes. */
const snippetCss = `form [data-sent]:user-valid~* [type=submit]{box-shadow:none;cursor:progress;transform:translateY(3px)}[data-late]{animation:maths-late 0s 10s forwards;block-size:0;display:block;overflow:hidden;visibility:hidden}@keyframes maths-late{to{block-size:auto;overflow:visible;visibility:visible}}`;

const prerenderedForm = ({ tag, language, portal, theme }: EmbedOptions, forms: Forms): string =>
  formInPage(forms, formKey(tag, { kind: 'widget', language }), {
    adapt: (markup) =>
      markup
        .replaceAll(publicOriginMark, () => escapeHtml(portal))
        .replace(/<form [^>]*>/, (form) => form + sentMark)
        .replace('<div', `<div${theme === undefined ? '' : ` data-theme="${theme}"`}`),
    css: snippetCss,
    below: late,
  });

const prerenderedFrame = ({ tag, language, origin, portal, coupon, theme }: EmbedOptions): string => {
  const { widget } = tags[tag];
  const frame = frameAttributes({ portal, widget, origin, language, coupon: coupon ?? null, theme });
  return rootInPage(`<style>${reservingCss(widget, language)}</style>${element('iframe', frame)}`);
};

const loaderOf = (language: Language): string => (language === defaultLanguage ? 'loader.js' : `loader.${language}.js`);

/** Returns the files of a release that submit a form. */
const controllerFiles = (tag: FormTag, { integrity }: ReleaseManifest): string[] =>
  [...new Set(['maths-sign-in', tag])].flatMap((one) => {
    const controller = new RegExp(`^chunks/${one.replace('maths-', '')}-controller-[\\w-]{6,7}\\.js$`);
    return Object.keys(integrity).filter((file) => controller.test(file));
  });

/** Returns the scripts before the form and those after it. */
const scriptsOf = ({ tag, portal, language, frame, release }: EmbedOptions): { before: string[]; after: string } => {
  // A page that shows frames only does not wait for the loader.
  const script = frame ? 'embed.js' : loaderOf(language);
  const folder = `${portal}/elements/${release === undefined ? '' : `${release.version}/`}`;
  const pinOf = (file: string) => ({ crossorigin: release && '', integrity: release?.integrity[file] });
  // Only a release names its controller for as long as the page exists. In a frame, the frame's own page loads it.
  const preloaded = [script, ...(frame || release === undefined ? [] : controllerFiles(tag, release))];
  const hashes = Object.entries(release?.integrity ?? {}).map(([file, hash]) => [folder + file, hash]);
  const map = JSON.stringify({ integrity: Object.fromEntries(hashes) }).replaceAll('<', '\\u003c');
  return {
    before: [
      start('link', { rel: 'preconnect', href: portal, crossorigin: '' }),
      ...(release === undefined ? [] : [element('script', { type: 'importmap' }, map)]),
      ...preloaded.map((file) => start('link', { rel: 'modulepreload', href: folder + file, ...pinOf(file) })),
    ],
    after: element('script', { type: 'module', src: folder + script, ...pinOf(script) }),
  };
};

/**
 * Returns HTML for a partner's page that contains the form, or its frame, before any script is loaded. The script later
 * hydrates these nodes. All options are escaped. The HTML works with newer scripts: they render a form of another build
 * again and keep what was typed.
 */
export const embedCode = (options: EmbedOptions, forms: Forms): string => {
  const { tag, frame, language, origin, portal, coupon, theme, release } = options;
  const { widget, form } = tags[tag];
  const { before, after } = scriptsOf(options);
  const template = frame ? prerenderedFrame(options) : prerenderedForm(options, forms);
  const link = element(
    'a',
    { href: portalLink(form.path, { portal, language, coupon, search: '' }) },
    escapeHtml(frameTitle(widget, language)),
  );
  const host = frame
    ? { name: 'maths-embed', attributes: { widget, origin, lang: language, coupon, theme } }
    : { name: tag, attributes: { origin, lang: language, coupon, theme } };
  return [
    `<!-- ${host.name}, build ${forms.version}, ${release === undefined ? 'with the newest script' : `pinned to ${release.version}`}. The link shows where the form can't. -->`,
    ...before,
    element(host.name, host.attributes, `${template}\n  ${link}\n`),
    after,
  ].join('\n');
};
