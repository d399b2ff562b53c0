/** The elements page: each form in each way to embed it, and its messages. The query chooses: `?way=frame`. */
import type { AuthSuccessMessage } from '../src/contracts/auth-result.ts';
import type { ElementEventName } from '../src/contracts/elements.ts';
import { type FormTag, formTags, tagEvents, tags, widgetPath } from '../src/contracts/tags.ts';
import { languageFacts, languages } from '../src/contracts/language.ts';
import { log, part, partnerKey, portal } from './page.ts';

/** A form: its tag, the portal's own page with it, and the event with what a partner reads of its result. */
const formOf = (tag: FormTag) => {
  const { audience, widget, form } = tags[tag];
  const isDeclared = tagEvents[tag].some((event) => event === 'declared');
  const ids = audience === 'teacher' ? 'classroomCode, classroomID' : 'userID, playfabID';
  return {
    tag,
    widget: widget.name,
    path: form.path,
    event: isDeclared ? 'declared' : 'auth-success',
    result: isDeclared ? 'kind' : `${ids}, idToken`,
  };
};
type Form = ReturnType<typeof formOf>;
const forms = formTags.map(formOf);
const defaultForm = formOf('maths-sign-up');

const form = document.querySelector<HTMLFormElement>('#attributes');
if (form === null) throw new Error('The page has no playground');
const box = part('widget');

/** The colour that the form has without any style. */
const ourAccent = '#5448e0';

/** Adds the one tag that a partner adds. */
const addScript = (file: string): void => {
  const src = `${portal}/elements/${file}`;
  if (document.querySelector(`script[src="${src}"]`) !== null) return;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
};

/** The link inside the tag, which is visible when the portal's script is blocked. */
const fallback = (path: string, lang: string): HTMLAnchorElement => {
  const link = Object.assign(document.createElement('a'), { href: `${portal}${path}?lang=${lang}` });
  link.textContent = 'Open the form on the portal';
  return link;
};

/** Returns the code of the element. A form reflects its `mode`, which no one needs to set. */
const codeFor = (way: string | undefined, element: Element, { path, event, result }: Form): string => {
  const tag = element.localName;
  const attributes = [...element.attributes]
    .filter(({ name }) => name !== 'mode')
    .map(({ name, value }) => `${name}="${value}"`);
  const start = `<${[tag, ...attributes].join('\n  ')}>`;
  if (way === 'listener') {
    return `${start}</iframe>

<script>
  addEventListener('message', (event) => {
    if (event.origin !== '${portal}') return;
    if (event.data.type !== 'AUTH_SUCCESS') return;
    const { ${result} } = event.data;
    // …
  });
</script>`;
  }
  return `<script type="module" src="${portal}/elements/${way === 'frame' ? 'embed' : 'loader'}.js"></script>

${start}
  <a href="${portal}${path}">…</a>
</${tag}>

<script>
  document.querySelector('${tag}')
    .addEventListener('${event}', ({ detail: { ${result} } }) => {
      // …
    });
</script>`;
};

/** The way and the form that the current element was made for. */
let made = '';
let element: Element = document.createElement('iframe');

const apply = (): void => {
  const fields = new FormData(form);
  const chosen = (name: string): string | undefined => String(fields.get(name) ?? '') || undefined;
  const [way, widget, lang = ''] = [chosen('way'), chosen('widget'), chosen('lang')];
  const shown = forms.find((one) => one.widget === widget) ?? defaultForm;
  const { tag, path, widget: name } = shown;
  const attributes = {
    widget: way === 'frame' ? name : undefined,
    origin: partnerKey,
    lang,
    theme: chosen('theme'),
  };
  const key = [way, name].join();
  const isNew = key !== made;
  made = key;
  if (isNew) {
    element = document.createElement(way === 'listener' ? 'iframe' : way === 'frame' ? 'maths-embed' : tag);
    if (way !== 'listener') {
      element.append(fallback(path, lang));
      addScript(way === 'frame' ? 'embed.js' : 'loader.js');
    }
  }
  if (way === 'listener') {
    const query = Object.entries(attributes).flatMap(([attribute, value]) => (value ? [[attribute, value]] : []));
    element.setAttribute('title', 'Account form');
    element.setAttribute('src', `${portal}${widgetPath(name)}?${new URLSearchParams(query)}`);
  } else {
    for (const [attribute, value] of Object.entries(attributes)) {
      if (value === undefined) element.removeAttribute(attribute);
      else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
    }
    const accent = chosen('accent');
    if (way === 'frame' || accent === ourAccent) element.removeAttribute('style');
    else element.setAttribute('style', `--maths-button: ${accent}`);
  }
  if (isNew) box.replaceChildren(element);
  part('code').textContent = codeFor(way, element, shown);
};

const isAuthSuccess = (data: unknown): data is AuthSuccessMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'AUTH_SUCCESS';

// The page's own origin for an element of the page, and the portal's for a frame.
addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
  const from = /^(iframe|maths-embed)$/.test(element.localName) ? portal : location.origin;
  if (origin === from && isAuthSuccess(data)) log(`message from ${origin}`, data);
});
for (const name of ['auth-success', 'auth-error', 'declared'] as const satisfies ElementEventName[]) {
  box.addEventListener(name, (event) => {
    if (event instanceof CustomEvent) log(`event ${name}`, event.detail);
  });
}

const list = form.querySelector('[name="lang"]');
list?.append(...languages.map((language) => new Option(languageFacts[language].name, language)));
for (const [name, value] of new URLSearchParams(location.search)) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
}
form.addEventListener('change', apply);
form.addEventListener('submit', (event) => event.preventDefault());
apply();
