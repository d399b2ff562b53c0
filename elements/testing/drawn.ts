import { addScript, openPage, type Page } from './fresh-page.ts';
import { inside, portal } from './partner.ts';

export type Drawn = { page: Page; element: HTMLElement };

/** A tag on a page of its own with the loader; its form is drawn by then. Whether more came is the gate's affair. */
export const openDrawn = async (
  tag: string,
  attributes: Record<string, string> = { origin: 'demo' },
  address?: string,
): Promise<Drawn> => {
  document.body.replaceChildren();
  const page = await openPage(address);
  const element = page.document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  page.document.body.append(element);
  await addScript(page, `${portal}/elements/page-${crypto.randomUUID()}/loader.js`);
  await inside(element, '[name=email]');
  return { page, element };
};

/** How often the page asked for it. */
export const callsOf = ({ view }: Page, name: string): number =>
  view.performance.getEntriesByType('resource').filter((entry) => new URL(entry.name).pathname.endsWith(name)).length;

/** Sooner than whoever listens later: ask before the gate opens. */
export const becomesReady = (element: EventTarget): Promise<unknown> =>
  new Promise((resolve) => element.addEventListener('ready', resolve, { once: true }));

export const isDefined = ({ page, element }: Drawn): boolean =>
  page.view.customElements.get(element.localName) !== undefined;

/** Returns a member of a custom event's detail. The element can be of another window, which has classes of its own. */
export const detailOf = (event: Event, name: string): unknown => {
  const detail: unknown = Reflect.get(event, 'detail');
  return typeof detail === 'object' && detail !== null ? Reflect.get(detail, name) : undefined;
};
