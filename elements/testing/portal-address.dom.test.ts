import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tagNames, type TagName } from '../../src/contracts/tags.ts';
import { configure } from '../configure.ts';

const portal = 'https://portal.example';
const attributes: Partial<Record<TagName, Record<string, string>>> = {
  'maths-embed': { widget: 'signin', origin: 'web2wave' },
  'maths-classroom': { 'classroom-id': 'AbCdEfGhIjKlMnOpQrStUv' },
};

/** The tag as a partner's page has it, with a link that visitors can use without it. */
const place = (tag: TagName, more: Record<string, string> = {}) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries({ ...attributes[tag], ...more })) element.setAttribute(name, value);
  element.innerHTML = '<a href="https://portal.example/signin">Sign in</a>';
  document.body.append(element);
  return element;
};

/** Returns whether the page's own link is visible: there is no shadow root, or one with a slot. */
const showsLink = ({ shadowRoot }: Element): boolean =>
  shadowRoot === null || shadowRoot.querySelector('slot') !== null;
/** The time limit is longer than the default, for a busy machine. */
const waitFor = (check: () => void): Promise<void> => vi.waitFor(check, 8_000);
const isMounted = ({ shadowRoot }: Element): boolean =>
  shadowRoot?.querySelector('iframe, form, .maths, section, [role]') !== null && shadowRoot !== null;

let fetched: ReturnType<typeof vi.fn>;
let errors: ReturnType<typeof vi.spyOn>;

// In bundled elements, the address of this file is not one of the portal.
beforeAll(() => import('../index.ts'), 60_000);
beforeEach(() => {
  fetched = vi.fn(async () => new Response('', { status: 404 }));
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  document.body.replaceChildren();
  globalThis.mathsPortal = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('an element without a portal address', () => {
  it.each(tagNames)('sends nothing from <%s>, shows its fallback and logs one error with the solution', async (tag) => {
    const element = place(tag);
    place(tag);
    await waitFor(() => expect(errors).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    expect(errors.mock.calls.map(String)).toEqual([expect.stringContaining(`<${tag} portal=`)]);
    expect(String(errors.mock.calls[0])).toContain('configure({ portal:');
    expect(fetched).not.toHaveBeenCalled();
    expect(showsLink(element)).toBe(true);
  });

  it.each(['portal.example', 'https://portal.example/path', 'nonsense'])(
    'rejects %s as an address',
    async (address) => {
      const element = place('maths-sign-in', { portal: address });
      await new Promise((resolve) => setTimeout(resolve));
      expect(showsLink(element)).toBe(true);
      expect(() => configure({ portal: address })).toThrow('is not an origin');
    },
  );

  it('starts when the address is configured later', async () => {
    const element = place('maths-sign-in', { origin: 'web2wave' });
    const frame = place('maths-embed');
    configure({ portal });
    await waitFor(() => expect(isMounted(element)).toBe(true));
    expect(frame.shadowRoot?.querySelector('iframe')?.src).toMatch(/^https:\/\/portal\.example\/widgets\/signin\?/);
    expect(errors).not.toHaveBeenCalled();
  });

  it('shows the link, and nothing that belongs into a slot, until its view is loaded', async () => {
    const element = place('maths-levels', { portal });
    expect(element.shadowRoot?.innerHTML).toBe('<slot></slot>');
    await waitFor(() => expect(isMounted(element)).toBe(true));
    expect(showsLink(element)).toBe(false);
  });

  it('starts when the attribute is set later', async () => {
    const element = place('maths-sign-in', { origin: 'web2wave' });
    element.portal = portal;
    expect(element.getAttribute('portal')).toBe(portal);
    await waitFor(() => expect(isMounted(element)).toBe(true));
  });
});

describe('an element with a portal address', () => {
  it('prefers its own attribute to the configured address', async () => {
    configure({ portal: 'https://other.example' });
    const frame = place('maths-embed', { portal: `${portal}/` });
    expect(frame.shadowRoot?.querySelector('iframe')?.src).toMatch(/^https:\/\/portal\.example\//);
    frame.setAttribute('portal', 'https://third.example');
    expect(frame.shadowRoot?.querySelector('iframe')?.src).toMatch(/^https:\/\/third\.example\//);
  });

  it.each(tagNames)('mounts <%s> in happy-dom', async (tag) => {
    const element = place(tag, { portal });
    await waitFor(() => expect(isMounted(element)).toBe(true));
  });

  it.each(tagNames)('mounts <%s> where style sheets cannot be adopted, as in jsdom', async (tag) => {
    const { replaceSync } = CSSStyleSheet.prototype;
    Reflect.deleteProperty(CSSStyleSheet.prototype, 'replaceSync');
    try {
      const element = place(tag, { portal });
      await waitFor(() => expect(isMounted(element)).toBe(true));
    } finally {
      CSSStyleSheet.prototype.replaceSync = replaceSync;
    }
  });
});

describe('readiness', () => {
  it('resolves whenReady also after the event', async () => {
    const element = place('maths-sign-in', { portal, origin: 'web2wave' });
    const early = element.whenReady;
    await new Promise((resolve) => element.addEventListener('ready', resolve, { once: true }));
    await element.whenReady;
    await early;
  });

  it('returns a new promise from whenReady when an element is inserted again', async () => {
    const element = place('maths-sign-in', { portal, origin: 'web2wave' });
    const first = element.whenReady;
    await first;
    element.remove();
    await waitFor(() => expect(element.whenReady).not.toBe(first));
    document.body.append(element);
    await element.whenReady;
  });
});

describe('the language of a tag', () => {
  afterEach(() => document.documentElement.removeAttribute('lang'));

  it('follows a change of the page’s language in tags without lang', async () => {
    document.documentElement.lang = 'en';
    const form = place('maths-sign-in', { portal, origin: 'web2wave' });
    const own = place('maths-sign-in', { portal, origin: 'web2wave', lang: 'en' });
    const frame = place('maths-embed', { portal });
    await Promise.all([form.whenReady, own.whenReady]);
    document.documentElement.lang = 'fr';
    await waitFor(() => expect(form.shadowRoot?.textContent).toContain('Se connecter'));
    expect(frame.shadowRoot?.querySelector('iframe')?.title).toBe('Numeria\u00a0: connexion');
    expect(own.shadowRoot?.textContent).not.toContain('Se connecter');
  });

  it('follows a tag that is moved into a shadow root with another language', async () => {
    const form = place('maths-sign-in', { portal, origin: 'web2wave' });
    await form.whenReady;
    const host = document.createElement('section');
    host.lang = 'fr';
    document.body.append(host);
    host.attachShadow({ mode: 'open' }).append(form);
    await waitFor(() => expect(form.shadowRoot?.textContent).toContain('Se connecter'));
    host.lang = 'en';
    await waitFor(() => expect(form.shadowRoot?.textContent).not.toContain('Se connecter'));
  });
});
