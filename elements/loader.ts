import { tagNames } from '../src/contracts/elements.ts';
import { createLoadWithRetry } from './prerendered/load-with-retry.ts';
import { preload } from './prerendered/preload.ts';
import type { PrerenderedForms } from './prerendered/prerendered-forms.ts';
import { renderForm } from './prerendered/render-form.ts';
import { type EarlyForm, listenUntilHydrated, takeEarlySubmit } from './shared/early-input.ts';
import { languageOf } from './shared/element-language.ts';

/**
 * The script for partners: `<script type="module" src="https://portal/elements/loader.js"></script>`, or the same as a
 * plain script (`maths-portal.classic.js`). It shows the prerendered form of each tag in the page, now or later, loads
 * the controller, which submits the form, and lets the controller decide when the view is loaded. Other tags load their
 * element. It imports nothing itself, because every file it waited for would delay the form.
 */
const formsInThisFile = __FORMS__;
const otherFiles = __OTHER_FORMS__;

/**
 * Loads a module from the folder of this script.
 * @throws when it cannot be loaded
 */
const load = (file: string, base: string | URL = import.meta.url) =>
  import(/* @vite-ignore */ new URL(file, base).href);

/** A page with a hash of this script allows no file without a hash, and its import map lists this folder only. */
const isPinned = (): boolean =>
  [...document.querySelectorAll('script')].some(({ src, integrity }) => src === import.meta.url && integrity !== '');

let folder: string | URL = import.meta.url;

/**
 * Returns the folder for an attempt. Firefox never requests a module again after a failure. A release has a second
 * address, where every file is new to the browser. From the first Retry on, all files are loaded from there.
 */
const folderFor = async (attempt: number): Promise<string | URL> => {
  if (attempt > 0 && !isPinned()) {
    const release = await fetch(new URL(/* @vite-ignore */ 'release.json', import.meta.url));
    folder = new URL(`${(await release.json()).version}/`, import.meta.url);
  }
  return folder;
};

const formsFor = async (tag: string, language: string): Promise<PrerenderedForms> => {
  const file = otherFiles[`${tag} ${language}`];
  return file === undefined ? formsInThisFile : (await load(file)).default;
};

const isNew = (tag: string): boolean => customElements.get(tag) === undefined;

/** Loads the parts of a form. */
const startForm = (host: HTMLElement, box: Element, { files, loadError }: PrerenderedForms): void => {
  const loadWithRetry = createLoadWithRetry(box, loadError);
  /** The first file is the one to import; it imports the others. */
  const loadFirst = (names: readonly string[]) => async (attempt: number) => {
    const base = await folderFor(attempt);
    preload(names.map((name) => new URL(name, base).href));
    return load(names[0] ?? '', base);
  };
  const { controller = [], view = [] } = files[host.localName] ?? {};
  const loadView = (): void => void loadWithRetry(loadFirst(view));
  const form = loadWithRetry(loadFirst(controller)).then(({ open }): EarlyForm => open(host, box, loadView));
  listenUntilHydrated(box, form);
  if (takeEarlySubmit(box)) box.querySelector('form')?.requestSubmit();
};

const start = async (host: HTMLElement): Promise<void> => {
  const tag = host.localName;
  if (!tagNames.some((name) => name === tag) || !isNew(tag)) return;
  const language = languageOf(host);
  const forms = await formsFor(tag, language).catch(() => undefined);
  const box = forms && isNew(tag) ? renderForm(host, language, forms) : undefined;
  // When the element of a tag without a prerendered form cannot be loaded, the tag keeps its fallback content.
  if (forms === undefined || box === undefined) load(`${tag.slice('maths-'.length)}.js`).catch(() => undefined);
  else startForm(host, box, forms);
};

const search = (root: ParentNode): void => {
  for (const element of root.querySelectorAll<HTMLElement>(tagNames.join())) void start(element);
};

/** An element that was created in another document, in a frame for example, is no instance of this page's classes. */
const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;

if (typeof document !== 'undefined') {
  search(document);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!isElement(node)) continue;
        void start(node);
        search(node);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
