import { addScript, openFreshPage, type Page } from './fresh-page.ts';
import { controlledAddress } from './delivery.ts';
import { findInside } from './partner.ts';

export type PrerenderedPage = { page: Page; element: HTMLElement };

/**
 * Opens a page with one tag and the loader, and waits for its prerendered form. `setDelivery` decides which other files
 * are delivered.
 */
export const openPrerendered = async (
  tag: string,
  attributes: Record<string, string> = { origin: 'demo' },
  address?: string,
): Promise<PrerenderedPage> => {
  document.body.replaceChildren();
  const page = await openFreshPage(address);
  const element = page.document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  page.document.body.append(element);
  await addScript(page, controlledAddress());
  await findInside(element, '[name=email]');
  return { page, element };
};

/** Returns how often the page requested it. */
export const callsOf = ({ view }: Page, name: string): number =>
  view.performance.getEntriesByType('resource').filter((entry) => new URL(entry.name).pathname.endsWith(name)).length;

/** Registers a listener early: call it before the delayed files are delivered. */
export const becomesReady = (element: EventTarget): Promise<unknown> =>
  new Promise((resolve) => element.addEventListener('ready', resolve, { once: true }));

export const isDefined = ({ page, element }: PrerenderedPage): boolean =>
  page.view.customElements.get(element.localName) !== undefined;

/** Returns a member of a custom event's detail. The element can be in another window, which has separate classes. */
export const detailOf = (event: Event, name: string): unknown => {
  const detail: unknown = Reflect.get(event, 'detail');
  return typeof detail === 'object' && detail !== null ? Reflect.get(detail, name) : undefined;
};
