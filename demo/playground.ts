import { type EmbedOptions, embedCode } from '../elements/build/embed-code.ts';
import { formTags } from '../src/contracts/tag-lists.ts';
import { type CodeSample, offerCode, showCode } from './code-sample.ts';
import { forms } from './built-forms.ts';
import { fillPage, language, part } from './page.ts';
import { partnerKey, portal } from './portal.ts';

fillPage('playground.title');

const form = part('attributes');
const box = part('widget');
let element: HTMLElement = document.createElement('maths-sign-up');

const text = (fields: FormData, name: string): string => String(fields.get(name) ?? '');

/** The colour that the form has without any style. */
const ourAccent = '#5448e0';

/** Returns the tag alone. Its form is loaded with the portal's script. */
const tagAlone = (attributes: Map<string, string>): string => {
  const lines = [...attributes].map(([name, value]) => (value === '' ? `  ${name}` : `  ${name}="${value}"`));
  const tag = element.localName;
  return `<script type="module" src="${portal}/elements/loader.js"></script>\n\n<${tag}\n${lines.join('\n')}></${tag}>`;
};

/** Returns the tag with the prerendered form or its frame, which is visible before any script. */
const withForm = (fields: FormData, frame: boolean): string => {
  const tag = formTags.find((name) => name === element.localName) ?? 'maths-sign-up';
  const theme = text(fields, 'theme');
  const options: EmbedOptions = {
    tag,
    frame,
    language,
    origin: partnerKey,
    portal,
    coupon: text(fields, 'coupon') || undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  };
  return embedCode(options, forms);
};

const apply = (): void => {
  if (!(form instanceof HTMLFormElement)) return;
  const fields = new FormData(form);
  const tag = text(fields, 'tag');
  // A shadow root cannot be removed, so this attribute needs a new element, like another tag.
  const fresh = tag !== element.localName || fields.has('light-dom') !== element.hasAttribute('light-dom');
  const next = fresh ? document.createElement(tag) : element;
  const attributes = new Map([
    ['origin', partnerKey],
    ['lang', language],
  ]);
  const own = tag === 'maths-teacher-sign-up' ? 'mode' : 'coupon';
  for (const name of ['mode', 'coupon']) part(`${name}-choice`).hidden = name !== own;
  for (const name of ['theme', 'email', own]) {
    const value = text(fields, name);
    if (value === '') next.removeAttribute(name);
    else attributes.set(name, value);
  }
  if (fields.has('light-dom')) attributes.set('light-dom', '');
  for (const [name, value] of attributes) {
    if (next.getAttribute(name) !== value) next.setAttribute(name, value);
  }
  const accent = text(fields, 'accent');
  if (accent === ourAccent) next.style.removeProperty('--maths-button');
  else next.style.setProperty('--maths-button', accent);
  element = next;
  if (!box.contains(element)) box.replaceChildren(element);
  const styled = (code: string): string =>
    accent === ourAccent ? code : `<style>\n  ${tag} { --maths-button: ${accent}; }\n</style>\n\n${code}`;
  const alone: CodeSample = { label: 'code.tag', code: styled(tagAlone(attributes)) };
  // Without a shadow root there is no place for a form before the script has loaded.
  if (fields.has('light-dom')) return showCode(alone);
  showCode(
    alone,
    { label: 'code.form', code: styled(withForm(fields, false)) },
    { label: 'code.frame', code: withForm(fields, true) },
  );
};

form.addEventListener('input', apply);
form.addEventListener('submit', (event) => event.preventDefault());
apply();
offerCode();
