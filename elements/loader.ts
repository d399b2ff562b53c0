import { isElement, isTargetBrowser, languageOf } from '../src/lib/browser.ts';
import { loadWithRetry, type PrerenderedForms, showForm } from './loader/show-form.ts';
import { takeInput } from './kit/early-input.ts';

/**
 * The script for partners, as a module (`loader.js`) or a plain script (`maths-portal.classic.js`). It shows the
 * prerendered form of each tag in the page, now or later, and loads the file that defines the tag and does the rest. It
 * imports nothing, because every file that it waited for would delay the form.
 */
const formsInThisFile = __FORMS__;
const otherFiles = __OTHER_FORMS__;
const loadErrors = __LOAD_ERRORS__;
/** The selector of every tag. The table of the tags is in the files of the elements. */
const anyTag = __ANY_TAG__;

/** The version of this release (`scripts/build/release.ts`). */
const version = '__RELEASE__';

/**
 * The address of all files. Firefox never requests a module again after a failure, so the first Retry changes to the
 * release's second address, where every file is new. A page that pinned the release uses that already.
 */
let base = import.meta.url;

const addressOf = (file: string): string => new URL(/* @vite-ignore */ file, base).href;

/** Loads a module. @throws when it cannot be loaded */
const load = (file: string) => import(/* @vite-ignore */ addressOf(file));

const formsFor = async (tag: string, language: string): Promise<PrerenderedForms> => {
  const file = otherFiles[`${tag} ${language}`];
  return file ? (await load(file)).default : formsInThisFile;
};

/** A tag that is moved is found again. */
const started = new WeakSet<Element>();
const isNew = (tag: string): boolean => !customElements.get(tag);

/** Shows the form of a tag, which can be used at once, and loads the files that serve it. */
const start = async (host: Element): Promise<void> => {
  const tag = host.localName;
  if (!isNew(tag) || started.has(host)) return;
  started.add(host);
  const language = languageOf(host);
  // Without them the tag works as one that has no prerendered form.
  const forms = await formsFor(tag, language).catch(() => formsInThisFile);
  if (!isNew(tag)) return;
  const box = showForm(host, language, forms);
  if (box !== undefined) takeInput(box);
  // The first file imports the others.
  const names = forms.files[tag] ?? [`${tag.slice('maths-'.length)}.js`];
  loadWithRetry(host, { markup: loadErrors[language], css: forms.css }, async (isAgain) => {
    if (isAgain && !base.includes(version)) base = addressOf(`${version}/`);
    // Without this, the browser would find each file only in the previous one.
    for (const href of names.map(addressOf))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    return (await load(names[0] ?? '')).element;
  });
};

const search = (root: ParentNode): void => {
  for (const element of root.querySelectorAll(anyTag)) void start(element);
};

if (typeof document !== 'undefined' && isTargetBrowser()) {
  search(document);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!isElement(node)) continue;
        if (node.matches(anyTag)) void start(node);
        search(node);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
