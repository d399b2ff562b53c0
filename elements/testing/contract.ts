import 'axe-core/axe.min.js';
import type { TagName } from '../../src/contracts/tags.ts';
import { equal, findInside, isTrue, loadLoader, portal, waitForMessages, waitUntil } from './partner.ts';
import { addScript, openFreshPage } from './fresh-page.ts';

type Options = {
  tag: Exclude<TagName, 'maths-embed'>;
  /** Attributes that the tag needs on the partner's page. */
  attributes?: Record<string, string>;
  /** Properties that it needs and that must not be in the DOM. */
  properties?: Record<string, unknown>;
  /** Text of its first heading, label or button in each language. */
  says: { en: string; fr: string };
  /** A field that accepts text. */
  field: string;
};

const textOf = (element: Element): string => (element.shadowRoot ?? element).textContent ?? '';

/**
 * Defines the tests that every element with React must pass. The middle part covers faults of r2wc
 * (docs/contributors/elements.md).
 */
export const contract = ({ tag, attributes = {}, properties = {}, says, field }: Options): void => {
  /** Creates the tag with everything that it needs. It is not in a page yet. */
  const make = (document: Document): HTMLElement => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const [name, value] of Object.entries(properties)) Reflect.set(element, name, value);
    return element;
  };
  const one = async (more: Record<string, string> = {}): Promise<HTMLElement> => {
    const element = make(document);
    for (const [name, value] of Object.entries(more)) element.setAttribute(name, value);
    document.body.append(element);
    await findInside(element, field);
    return element;
  };
  const type = async (element: Element, text: string): Promise<HTMLInputElement> => {
    const input = await findInside<HTMLInputElement>(element, field);
    input.value = text;
    return input;
  };

  describe(`<${tag}>`, () => {
    beforeEach(async () => {
      document.body.replaceChildren();
      await loadLoader();
    });
    afterEach(() => {
      document.body.replaceChildren();
      document.body.removeAttribute('style');
    });

    it('passes an accessibility audit in both schemes', async () => {
      for (const theme of ['light', 'dark']) {
        document.body.style.background = theme === 'dark' ? '#1b1e3d' : '';
        const element = await one({ theme });
        const { violations } = await window.axe.run(element);
        equal(
          violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
          [],
          `${theme} violations`,
        );
        element.remove();
      }
    });

    it('fires ready once, as an event that bubbles and is composed', async () => {
      const heard: Event[] = [];
      const listener = (event: Event): void => void heard.push(event);
      document.addEventListener('ready', listener);
      const element = await one();
      await waitUntil(() => heard.length > 0, 'ready');
      await waitForMessages();
      document.removeEventListener('ready', listener);
      equal(
        heard.map(({ bubbles, composed, target }) => [bubbles, composed, target === element]),
        [[true, true, true]],
      );
    });

    it('switches the language immediately and keeps what was typed', async () => {
      const element = await one({ lang: 'en' });
      isTrue(textOf(element).includes(says.en), says.en);
      const input = await type(element, 'typed@mail.example');
      element.lang = 'fr';
      await waitUntil(() => textOf(element).includes(says.fr), says.fr);
      equal(input.value, 'typed@mail.example');
      isTrue(input.isConnected, 'the same field');
      element.removeAttribute('lang');
      await waitUntil(() => textOf(element).includes(says.en), says.en);
    });

    it('removes attributes that are removed, empty, null or undefined', async () => {
      const element = await one({ theme: 'dark' });
      const scheme = (): string | null | undefined =>
        element.shadowRoot?.querySelector('.maths')?.getAttribute('data-theme') ?? null;
      equal(scheme(), 'dark');
      for (const change of [
        () => element.removeAttribute('theme'),
        () => element.setAttribute('theme', ''),
        () => Reflect.set(element, 'theme', null),
        () => Reflect.set(element, 'theme', undefined),
        () => Reflect.set(element, 'theme', ''),
      ]) {
        element.setAttribute('theme', 'dark');
        await waitUntil(() => scheme() === 'dark', 'dark');
        change();
        await waitUntil(() => scheme() === null, 'no theme');
      }
    });

    it('keeps what was typed when it is moved', async () => {
      const element = await one();
      const input = await type(element, 'typed@mail.example');
      const other = document.createElement('section');
      document.body.append(other);
      other.append(element);
      await waitForMessages();
      isTrue(input.isConnected && input.value === 'typed@mail.example', 'moved by append');
      if ('moveBefore' in document.body && typeof document.body.moveBefore === 'function') {
        document.body.moveBefore(element, null);
        await waitForMessages();
        isTrue(input.isConnected && input.value === 'typed@mail.example', 'moved by moveBefore');
      }
    });

    it('renders nothing while it is detached, and starts again when it is inserted', async () => {
      const element = make(document);
      element.setAttribute('lang', 'fr');
      await waitForMessages();
      equal((element.shadowRoot ?? element).childElementCount, 0, 'elements before');
      document.body.append(element);
      await findInside(element, field);
      element.remove();
      await waitUntil(() => element.shadowRoot?.querySelector(field) === null, 'the form to go');
      document.body.append(element);
      await findInside(element, field);
    });

    it('uses an existing shadow root', async () => {
      const element = make(document);
      const root = element.attachShadow({ mode: 'open' });
      document.body.append(element);
      await waitUntil(() => root.querySelector(field), field);
    });

    it('passes the focus on when it receives it', async () => {
      const element = await one();
      element.focus();
      isTrue(element.shadowRoot?.activeElement instanceof HTMLElement, 'something inside has the focus');
    });

    it('hides the link inside the tag when it runs', async () => {
      const element = await one();
      const link = document.createElement('a');
      link.href = portal;
      link.textContent = 'Go on';
      element.append(link);
      equal(link.getBoundingClientRect().height, 0, 'height of the link');
    });

    it('keeps the link inside the tag when its chunk cannot be loaded', async () => {
      const page = await openFreshPage();
      page.document.body.innerHTML = `<${tag}><a href="${portal}">Go on</a></${tag}>`;
      await waitForMessages();
      const link = page.document.querySelector('a');
      isTrue(link !== null && link.getBoundingClientRect().height > 0, 'the link shows');
    });

    it('applies properties that were set before it was defined', async () => {
      const page = await openFreshPage();
      const element = make(page.document);
      Reflect.set(element, 'lang', 'fr');
      Reflect.set(element, 'theme', 'dark');
      page.document.body.append(element);
      await addScript(page, `${portal}/elements/loader.js`);
      await waitUntil(() => textOf(element).includes(says.fr), says.fr);
      await waitUntil(
        () => element.shadowRoot?.querySelector('.maths')?.getAttribute('data-theme') === 'dark',
        'the dark theme',
      );
    });

    it('is defined once by two copies of the script, one of them the classic script', async () => {
      const page = await openFreshPage();
      const errors: unknown[] = [];
      page.view.addEventListener('error', (event) => errors.push(event.message));
      page.view.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
      const element = make(page.document);
      page.document.body.append(element);
      await addScript(page, `${portal}/elements/maths-portal.classic.js`, '');
      await waitUntil(() => page.view.customElements.get(tag), 'the definition by the classic script');
      const first = page.view.customElements.get(tag);
      await addScript(page, `${portal}/elements/loader.js`);
      await addScript(page, `${portal}/elements/loader.js?again`);
      await addScript(page, `${portal}/elements/index.js`);
      await waitUntil(() => element.shadowRoot?.querySelector(field), field);
      isTrue(page.view.customElements.get(tag) === first, 'the first definition stays');
      equal(errors, []);
    });
  });
};
