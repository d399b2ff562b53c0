import { type EmbedWish, embedCode } from '../elements/embed-code.ts';
import { formTags } from '../elements/shared/form-key.ts';
import { offerCopy, showCode } from './code-sample.ts';
import { forms } from './built-forms.ts';
import { fillPage, language, part } from './page.ts';
import { partnerKey, portal } from './portal.ts';

fillPage('playground.title');

const form = part('attributes');
const box = part('widget');
let element: HTMLElement = document.createElement('maths-sign-up');

const text = (fields: FormData, name: string): string => String(fields.get(name) ?? '');

/** The tag alone: its form comes with the portal's script. */
const tagAlone = (attributes: Map<string, string>, accent: string): string => {
  const lines = [...attributes].map(([name, value]) => (value === '' ? `  ${name}` : `  ${name}="${value}"`));
  const tag = element.localName;
  return `<style>\n  ${tag} { --maths-button: ${accent}; }\n</style>\n\n<${tag}\n${lines.join('\n')}></${tag}>`;
};

/** The form, or its frame, in the code itself: it is there before any script. */
const withForm = (fields: FormData): string => {
  const tag = formTags.find((name) => name === element.localName) ?? 'maths-sign-up';
  const theme = text(fields, 'theme');
  const wish: EmbedWish = {
    tag,
    frame: text(fields, 'code') === 'frame',
    language,
    origin: partnerKey,
    portal,
    coupon: text(fields, 'coupon') || undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  };
  return embedCode(wish, forms);
};

const apply = (): void => {
  if (!(form instanceof HTMLFormElement)) return;
  const fields = new FormData(form);
  const tag = text(fields, 'tag');
  // A shadow root can't be taken away again, so this attribute needs a fresh element, as another tag does.
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
  next.style.setProperty('--maths-button', text(fields, 'accent'));
  element = next;
  if (!box.contains(element)) box.replaceChildren(element);
  // Without a shadow root there is nowhere to put a form before the script has come.
  part('code-choice').hidden = fields.has('light-dom');
  const isAlone = fields.has('light-dom') || text(fields, 'code') === 'tag';
  showCode(isAlone ? tagAlone(attributes, text(fields, 'accent')) : withForm(fields));
};

form.addEventListener('input', apply);
form.addEventListener('submit', (event) => event.preventDefault());
apply();
offerCopy();
