import type { TagName } from '../../src/contracts/tags.ts';
import { inBothSchemes } from './audit.ts';
import { addElement, equal, findInside, isTrue, loadLoader, portal, waitForMessages, waitUntil } from './partner.ts';
import { addScript, openFreshPage } from './fresh-page.ts';

type Shown = {
  tag: TagName;
  attributes?: Record<string, string>;
  properties?: Record<string, unknown>;
  /** A text of it in each language, and something that it shows. */
  says: { en: string; fr: string };
  shows: string;
};

const form = { attributes: { origin: 'demo' }, shows: '[name=email]' };

/** The dashboard, the confirmation and the cancellation have an audit of each of their states. */
const tags: readonly Shown[] = [
  { tag: 'maths-sign-in', ...form, says: { en: 'Log in', fr: 'Se connecter' } },
  { tag: 'maths-sign-up', ...form, says: { en: 'Create your account', fr: 'Créer votre compte' } },
  { tag: 'maths-teacher-sign-up', ...form, says: { en: 'Create your classroom', fr: 'Créer votre classe' } },
  { tag: 'maths-reset-password', says: { en: 'Send me a link', fr: 'M’envoyer un lien' }, shows: 'input' },
  {
    tag: 'maths-classroom',
    attributes: { 'classroom-id': 'AbCdEfGhIjKlMnOpQrStUv' },
    says: { en: 'Refresh', fr: 'Actualiser' },
    shows: '.maths-tool',
  },
  {
    tag: 'maths-classroom-update',
    properties: { secret: 'a'.repeat(43) },
    says: { en: 'Apply the change', fr: 'Appliquer la modification' },
    shows: '[name=newLink]',
  },
  { tag: 'maths-levels', says: { en: 'Choose a CSV file', fr: 'Choisir un fichier CSV' }, shows: '.maths-file' },
];

const textOf = (element: Element): string => (element.shadowRoot ?? element).textContent ?? '';

describe('every element', () => {
  beforeEach(loadLoader);

  for (const { tag, attributes = {}, properties = {}, says, shows } of tags) {
    it(`passes an accessibility audit in both schemes, in English and in French: <${tag}>`, async () => {
      await inBothSchemes(async (theme, lang) => {
        const element = Object.assign(
          addElement(tag, { ...attributes, theme, lang }, document.createElement('div')),
          properties,
        );
        document.body.append(element);
        await findInside(element, shows);
        await waitUntil(() => textOf(element).includes(says[lang]), says[lang]);
        return element;
      });
    });
  }
});

/** Creates a form that is not in a page yet. */
const make = (page: Document, more: Record<string, string> = {}): HTMLElement =>
  addElement('maths-sign-in', { origin: 'demo', ...more }, page.createElement('div'));
const one = async (more: Record<string, string> = {}): Promise<HTMLElement> => {
  const element = make(document, more);
  document.body.append(element);
  await findInside(element, '[name=email]');
  return element;
};
const type = async (element: Element): Promise<HTMLInputElement> => {
  const input = await findInside<HTMLInputElement>(element, '[name=email]');
  input.value = 'typed@mail.example';
  return input;
};

/** What the class does for each tag. Some of it corrects r2wc (docs/contributors/elements.md). */
describe('the class of an element', () => {
  beforeEach(loadLoader);

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
    const input = await type(element);
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
    await findInside(element, '[name=email]');
    element.remove();
    await waitUntil(() => element.shadowRoot?.querySelector('[name=email]') === null, 'the form to go');
    document.body.append(element);
    await findInside(element, '[name=email]');
  });

  it('uses an existing shadow root', async () => {
    const element = make(document);
    const root = element.attachShadow({ mode: 'open' });
    document.body.append(element);
    await waitUntil(() => root.querySelector('[name=email]'), 'the form');
  });

  it('passes the focus on when it receives it', async () => {
    const element = await one();
    element.focus();
    isTrue(element.shadowRoot?.activeElement instanceof HTMLElement, 'something inside has the focus');
  });

  it('applies properties that were set before it was defined', async () => {
    const page = await openFreshPage();
    const element = make(page.document);
    Reflect.set(element, 'lang', 'fr');
    Reflect.set(element, 'theme', 'dark');
    page.document.body.append(element);
    await addScript(page, `${portal}/elements/loader.js`);
    await waitUntil(() => textOf(element).includes('Se connecter'), 'French');
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
    await waitUntil(() => page.view.customElements.get('maths-sign-in'), 'the definition by the classic script');
    const first = page.view.customElements.get('maths-sign-in');
    await addScript(page, `${portal}/elements/loader.js`);
    await addScript(page, `${portal}/elements/loader.js?again`);
    await addScript(page, `${portal}/elements/index.js`);
    await waitUntil(() => element.shadowRoot?.querySelector('[name=email]'), 'the form');
    isTrue(page.view.customElements.get('maths-sign-in') === first, 'the first definition stays');
    equal(errors, []);
  });
});
