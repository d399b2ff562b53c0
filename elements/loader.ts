import type { TagName } from '../src/contracts/elements.ts';

/**
 * The script tag for partners: `<script type="module" src="https://portal/elements/loader.js"></script>`.
 * Loads an element's chunk when its tag first appears, now or later. When a chunk can't be had the tag stays what it
 * was, with the link inside it to go on by; the next tag that appears tries again.
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

const want = (tag: string): void => {
  const load = wanted.get(tag);
  if (load === undefined) return;
  wanted.delete(tag);
  load().catch(() => wanted.set(tag, load));
};

const search = (root: ParentNode): void => {
  for (const element of root.querySelectorAll(Object.keys(chunks).join())) want(element.localName);
};

if (typeof document !== 'undefined') {
  search(document);
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      want(node.localName);
      search(node);
    }
  }).observe(document, { childList: true, subtree: true });
}
