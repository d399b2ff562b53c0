import 'axe-core/axe.min.js';
import { equal, isTrue, waitForMessages } from './partner.ts';

/** Fails if axe finds a fault in the element. */
export const passesAudit = async (element: Element, what = 'violations'): Promise<void> => {
  // During a transition, colours have another contrast.
  const root = element.shadowRoot ?? element.getRootNode();
  for (const animation of root instanceof ShadowRoot ? root.getAnimations() : []) {
    // A placeholder pulses without an end and cannot be finished.
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
  const { violations } = await window.axe.run(element);
  equal(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
    what,
  );
};

/** Fails if the element is wider than a phone. */
export const fitsPhone = async (element: Element, what: string): Promise<void> => {
  document.body.style.inlineSize = '335px';
  await waitForMessages(2);
  isTrue(element.scrollWidth <= 335, `${what}: ${element.scrollWidth} px wide`);
  document.body.style.inlineSize = '';
};

/** Runs the audit of an element in a light and a dark page, in English and in French. */
export const inBothSchemes = async (
  audit: (theme: 'light' | 'dark', lang: 'en' | 'fr') => Promise<Element>,
): Promise<void> => {
  for (const [theme, lang] of [
    ['light', 'en'],
    ['dark', 'fr'],
  ] as const) {
    document.body.style.background = theme === 'dark' ? '#1b1e3d' : '#ffffff';
    const element = await audit(theme, lang);
    await passesAudit(element, `${theme} ${lang}`);
    element.remove();
  }
  document.body.removeAttribute('style');
};
