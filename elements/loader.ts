import type { TagName } from '../src/contracts/elements.ts';
import { type DrawnForms, draw } from './instant/draw.ts';
import { languageOf } from './shared/element-language.ts';

/**
 * The script tag for partners: `<script type="module" src="https://portal/elements/loader.js"></script>`.
 * Draws an element's form when its tag first appears, now or later, and loads the element's chunk. When a chunk can't be
 * had the tag stays what it was; the next tag that appears tries again.
 */
const chunks: Record<TagName, () => Promise<unknown>> = {
  'maths-sign-in': () => import('./sign-in/sign-in.define.ts'),
  'maths-sign-up': () => import('./sign-up/sign-up.define.ts'),
  'maths-dashboard': () => import('./dashboard/dashboard.define.ts'),
  'maths-reset-password': () => import('./reset-password/reset-password.define.ts'),
  'maths-confirmation': () => import('./confirmation/confirmation.define.ts'),
  'maths-teacher-sign-up': () => import('./teacher-sign-up/teacher-sign-up.define.ts'),
  'maths-classroom': () => import('./classroom/classroom.define.ts'),
  'maths-classroom-update': () => import('./classroom-update/classroom-update.define.ts'),
  'maths-levels': () => import('./levels/levels.define.ts'),
  'maths-embed': () => import('./embed/embed.define.ts'),
};
const wanted = new Map(Object.entries(chunks));

/** Put in by the build (elements/forms-vite-plugin.ts): the forms of this file's language. */
declare const __FORMS__: DrawnForms;

const want = (tag: string): void => {
  const load = wanted.get(tag);
  if (load === undefined) return;
  wanted.delete(tag);
  load().catch(() => wanted.set(tag, load));
};

const meet = (element: HTMLElement): void => {
  if (customElements.get(element.localName) === undefined) draw(element, languageOf(element), __FORMS__);
  want(element.localName);
};

const search = (root: ParentNode): void => {
  for (const element of root.querySelectorAll<HTMLElement>(Object.keys(chunks).join())) meet(element);
};

if (typeof document !== 'undefined') {
  search(document);
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue;
      if (node.localName in chunks) meet(node);
      search(node);
    }
  }).observe(document, { childList: true, subtree: true });
}
