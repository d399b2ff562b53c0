import { tagNames } from '../src/contracts/elements.ts';
import { bring } from './instant/bring.ts';
import { draw } from './instant/draw.ts';
import type { DrawnForms } from './instant/drawn-forms.ts';
import { preload } from './instant/preload.ts';
import { whenWanted } from './instant/when.ts';
import { languageOf } from './shared/element-language.ts';

/**
 * The script tag for partners: `<script type="module" src="https://portal/elements/loader.js"></script>`.
 * Draws an element's form when its tag first appears, now or later, and loads the element's chunk. When a chunk can't be
 * had a drawn form says so, and any other tag stays what it was; the next tag that appears tries again.
 * It imports nothing: whatever it had to wait for, a visitor would wait for.
 */
const inThisFile = __FORMS__;
const otherFiles = __OTHER_FORMS__;

/** Beside this script. @throws when it can't be had. */
const load = (file: string) => import(/* @vite-ignore */ new URL(file, import.meta.url).href);

/** All parts of a form in one file, which is asked for anew each time: Firefox keeps in mind which module did not come. */
const loadPlain = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = resolve;
    script.onerror = reject;
    script.src = new URL(/* @vite-ignore */ 'maths-portal.classic.js', import.meta.url).href;
    document.head.append(script);
  });

/** A page whose tag has a hash of this very script lets nothing run that has none, and import maps have none of plain ones. */
const isPinned = (): boolean =>
  [...document.scripts].some(({ src, integrity }) => src === import.meta.url && integrity !== '');

const formsFor = async (tag: string, language: string): Promise<DrawnForms> => {
  const file = otherFiles[`${tag} ${language}`];
  return file === undefined ? inThisFile : (await load(file)).default;
};

const isNew = (tag: string): boolean => customElements.get(tag) === undefined;
const nothing = (): undefined => undefined;

const meet = async (host: HTMLElement): Promise<void> => {
  const tag = host.localName;
  if (!tagNames.some((name) => name === tag) || !isNew(tag)) return;
  const language = languageOf(host);
  const forms = await formsFor(tag, language).catch(nothing);
  const loadElement = () => load(`${tag.slice('maths-'.length)}.js`);
  const box = forms && isNew(tag) ? draw(host, language, forms) : undefined;
  if (forms === undefined || box === undefined) return loadElement().catch(nothing);
  whenWanted(host, () => {
    preload(forms.files[tag] ?? [], import.meta.url);
    const loadAgain = () => (isPinned() ? loadElement() : loadElement().catch(loadPlain));
    bring(box, forms.trouble, loadElement, loadAgain);
  });
};

const search = (root: ParentNode): void => {
  for (const element of root.querySelectorAll<HTMLElement>(tagNames.join())) void meet(element);
};

if (typeof document !== 'undefined') {
  search(document);
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue;
      void meet(node);
      search(node);
    }
  }).observe(document, { childList: true, subtree: true });
}
