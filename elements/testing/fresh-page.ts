import { sendKeys } from '@web/test-runner-commands';
import type { FormTag } from '../../src/contracts/tags.ts';
import { addElement, field, findInside, portal, waitUntil } from './partner.ts';

/** Identifies the pages of this test file, because other files run at the same time. */
const owner = crypto.randomUUID();

/** Returns a new address of a script, so that no file below it is cached. `setDelivery` controls these files. */
export const controlledAddress = (name = 'loader.js'): string =>
  `${portal}/elements/page-${owner}/${crypto.randomUUID()}/${name}`;

/** Controls how `web-test-runner.config.ts` delivers the portal's files whose names contain this text. */
export const setDelivery = async (files: string, as: 'normal' | 'delayed' | 'broken'): Promise<void> => {
  await fetch(`/delivery?${new URLSearchParams({ owner, files, as })}`);
};

/** The file that all views share, React included. */
export const viewChunk = '/chunks/view-';

/** The file that every tag's first file imports. */
export const firstFile = '/chunks/kit-';

export type Page = { view: Window & typeof globalThis; document: Document; frame: HTMLIFrameElement };

/** Opens a separate page, for behaviour that happens once per page: definitions, policies, resets. */
export const openFreshPage = async (address = '/elements/testing/fixtures/blank.html', width = 600): Promise<Page> => {
  const frame = document.createElement('iframe');
  frame.style.cssText = `display: block; width: ${width}px; height: 900px; border: 0; margin: 0`;
  frame.src = address;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const view = frame.contentWindow;
  if (view === null) throw new Error('The frame has no window');
  const page = await waitUntil(() => isWhole(view) && { view, document: view.document, frame }, `the page ${address}`);
  return page;
};

const isWhole = (view: Window): view is Window & typeof globalThis => view.document.readyState === 'complete';

/** Creates a script tag as a partner writes it. On a page with Trusted Types, the fixture's own policy allows it. */
export const addScript = ({ document }: Page, src: string, type: 'module' | '' = 'module'): Promise<unknown> => {
  const script = document.createElement('script');
  if (type !== '') script.type = type;
  script.setAttribute('crossorigin', '');
  const policy = trusting(document);
  Reflect.set(script, 'src', policy === null ? src : policy.createScriptURL(src));
  document.head.append(script);
  return new Promise((resolve, reject) => {
    script.addEventListener('load', resolve, { once: true });
    script.addEventListener('error', reject, { once: true });
  });
};

type Policy = { createScriptURL(address: string): unknown };
type Policies = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy };

const isPolicies = (value: unknown): value is Policies => typeof value === 'object' && value !== null;

/** The fixture's own policy for Trusted Types. The elements have none. */
const trusting = ({ defaultView }: Document): Policy | null => {
  const policies: unknown = defaultView === null ? null : Reflect.get(defaultView, 'trustedTypes');
  return isPolicies(policies) ? policies.createPolicy('fixture', { createScriptURL: (address) => address }) : null;
};

export type PrerenderedPage = { page: Page; element: HTMLElement };

/** Opens a page with one tag and the loader, and waits for its prerendered form. See `setDelivery` for other files. */
export const openPrerendered = async (
  tag: FormTag,
  attributes: Record<string, string> = { origin: 'demo' },
  address?: string,
): Promise<PrerenderedPage> => {
  document.body.replaceChildren();
  const page = await openFreshPage(address);
  const element = addElement(tag, attributes, page.document.body);
  await addScript(page, controlledAddress());
  await findInside(element, '[name=email]');
  return { page, element };
};

/** Types with real key events, starting with the first field. */
export const typeBoth = async (element: Element, password = 'a good password'): Promise<void> => {
  (await field(element, 'email')).focus();
  await sendKeys({ type: 'parent@mail.example' });
  (await field(element, 'password')).focus();
  await sendKeys({ type: password });
};

/** Returns how often the page requested it. */
export const callsOf = ({ view }: Page, name: string): number =>
  view.performance.getEntriesByType('resource').filter((entry) => new URL(entry.name).pathname.endsWith(name)).length;

/** Registers a listener early: call it before the delayed files are delivered. */
export const becomesReady = (element: EventTarget): Promise<unknown> =>
  new Promise((resolve) => element.addEventListener('ready', resolve, { once: true }));

export const isReady = ({ element }: PrerenderedPage): boolean => element.matches(':state(ready)');
