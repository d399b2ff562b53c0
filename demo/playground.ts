import { offerCode, showCode } from './code-sample.ts';
import { fillPage, language, part } from './page.ts';
import { partnerKey, portal } from './portal.ts';

fillPage('playground.title');

const form = part('attributes');
const box = part('widget');
let element: HTMLElement = document.createElement('maths-sign-up');

const text = (fields: FormData, name: string): string => String(fields.get(name) ?? '');

/** The colour that the form has without any style. */
const ourAccent = '#5448e0';

/** Returns the code that a partner pastes. */
const codeOf = (attributes: Map<string, string>): string => {
  const lines = [...attributes].map(([name, value]) => (value === '' ? `  ${name}` : `  ${name}="${value}"`));
  const tag = element.localName;
  return `<script type="module" src="${portal}/elements/loader.js"></script>\n\n<${tag}\n${lines.join('\n')}></${tag}>`;
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
  const style =
    accent === ourAccent
      ? ''
      : `<style>
  ${tag} { --maths-button: ${accent}; }
</style>

`;
  showCode(style + codeOf(attributes));
};

form.addEventListener('input', apply);
form.addEventListener('submit', (event) => event.preventDefault());
apply();
offerCode();
