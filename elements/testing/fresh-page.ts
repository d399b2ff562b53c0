import { waitUntil } from './partner.ts';

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
