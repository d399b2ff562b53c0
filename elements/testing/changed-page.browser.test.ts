import { addScript, firstFile, isReady, openFreshPage, openPrerendered, setDelivery, viewChunk } from './fresh-page.ts';
import {
  addElement,
  equal,
  fillForm,
  findInside,
  isTrue,
  loadLoader,
  partner,
  portal,
  submit,
  waitForMessages,
  waitUntil,
} from './partner.ts';

/** Does what Chrome does when it translates a page: each text is replaced by two `<font>` elements. */
const translatePage = (root: Node, suffix = '·'): void => {
  const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) found.push(text);
  for (const text of found) {
    if (text.textContent?.trim() === '') continue;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = `${text.textContent}${suffix}`;
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
  }
};

const ready = async (element: HTMLElement & { whenReady: Promise<void> }): Promise<void> => {
  await waitUntil(() => customElements.get(element.localName), 'the definition');
  await element.whenReady;
};

describe('a page that changes the form', () => {
  const errors: string[] = [];
  const hear = (event: ErrorEvent): void => void errors.push(event.message);
  beforeEach(async () => {
    document.body.replaceChildren();
    errors.length = 0;
    addEventListener('error', hear);
    await loadLoader();
  });
  afterEach(() => {
    removeEventListener('error', hear);
    document.body.replaceChildren();
    equal(errors, [], 'errors');
  });

  for (const [how, copy] of [
    ['cloneNode', (holder: Element) => holder.replaceWith(holder.cloneNode(true))],
    ['innerHTML', (holder: Element) => void (holder.innerHTML += '<p>More</p>')],
  ] as const) {
    it(`has one form, which works, after ${how}`, async () => {
      const holder = document.createElement('section');
      document.body.append(holder);
      await ready(addElement('maths-sign-in', { origin: 'demo', 'light-dom': '' }, holder));
      copy(holder);
      const element = document.querySelector('maths-sign-in');
      isTrue(element !== null, 'the tag');
      await element.whenReady;
      equal(element.querySelectorAll('form').length, 1, 'forms');
      let done = false;
      element.addEventListener('auth-success', () => void (done = true));
      await fillForm(element, 'parent@mail.example', 'a good password');
      await submit(element);
      await waitUntil(() => done, 'the result');
    });
  }

  it('keeps what was typed in a copy', async () => {
    const element = addElement('maths-sign-in', { origin: 'demo', 'light-dom': '' });
    await ready(element);
    await fillForm(element, 'typed@mail.example', 'a good password');
    const copy = element.cloneNode(true);
    element.remove();
    document.body.append(copy);
    isTrue(copy instanceof HTMLElement, 'an element');
    await waitForMessages(5);
    equal((await findInside<HTMLInputElement>(copy, '[name=email]')).value, 'typed@mail.example');
  });

  for (const attributes of [{ origin: 'demo' }, { origin: 'demo', 'light-dom': '' }]) {
    it(`shows a form for a tag that was made in a frame: ${JSON.stringify(attributes)}`, async () => {
      const page = await openFreshPage();
      const { document: frame } = await openFreshPage();
      const element = frame.createElement('maths-sign-in');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      await addScript(page, `${portal}/elements/loader.js`);
      page.document.body.append(element);
      await findInside(element, '[name=email]');
      let done = false;
      element.addEventListener('auth-success', () => void (done = true));
      await fillForm(element, 'parent@mail.example', 'a good password');
      await submit(element);
      await waitUntil(() => done, 'the result');
    });
  }

  for (const attributes of [{}, { 'light-dom': '' }]) {
    it(`speaks one language after the browser has translated it: ${JSON.stringify(attributes)}`, async () => {
      const element = addElement('maths-sign-up', { origin: 'demo', lang: 'en', ...attributes });
      await ready(element);
      await fillForm(element, 'typed@mail.example', 'short');
      const root = element.shadowRoot ?? element;
      translatePage(root);
      await submit(element);
      await waitUntil(() => root.querySelector('[role=alert]'), 'the message');
      translatePage(root);
      element.lang = 'fr';
      await waitUntil(() => root.textContent?.includes('Créer votre compte'), 'French');
      equal(root.querySelectorAll('font').length, 0, 'translated texts');
      equal((await findInside<HTMLInputElement>(element, '[name=email]')).value, 'typed@mail.example');
      isTrue(!root.textContent?.includes('·'), 'no word of the translator');
    });
  }

  it('replaces a message that the browser has translated', async () => {
    const element = addElement('maths-sign-up', { origin: 'demo', lang: 'en' });
    await ready(element);
    const message = () => findInside(element, '[role=alert]');
    await fillForm(element, '', '');
    await submit(element);
    const first = (await message()).textContent;
    translatePage(await message());
    await fillForm(element, 'nonsense', 'a good password');
    await submit(element);
    await waitUntil(async () => (await message()).textContent !== `${first}·`, 'another message');
    isTrue(!(await message()).textContent?.includes('·'), 'the message of the second error');
  });

  for (const as of ['delayed', 'normal'] as const) {
    it(`sends no event and leaves no error when it is removed during a request: view ${as}`, async () => {
      await setDelivery(viewChunk, as);
      const opened = await openPrerendered('maths-sign-in');
      const { page, element } = opened;
      if (as === 'normal') await waitUntil(() => isReady(opened), 'its view');
      const heard: string[] = [];
      for (const name of ['auth-success', 'auth-error', 'step', 'ready'])
        element.addEventListener(name, () => heard.push(name));
      for (const name of ['error', 'unhandledrejection']) page.view.addEventListener(name, () => heard.push(name));
      const { fetch } = page.view;
      const held = Promise.withResolvers<void>();
      const signals: (AbortSignal | null | undefined)[] = [];
      page.view.fetch = async (input, init) => {
        signals.push(init?.signal);
        await held.promise;
        return fetch(input, { ...init, signal: null });
      };
      await fillForm(element, 'parent@mail.example', 'a good password');
      await submit(element);
      await waitUntil(() => signals.length === 1, 'the request');
      heard.length = 0;
      element.remove();
      // The answer arrives, as if it was on its way already.
      held.resolve();
      await waitForMessages();
      equal([heard, signals.map((signal) => signal?.aborted)], [[], [true]]);
      page.view.fetch = fetch;
      page.document.body.append(element);
      await setDelivery(viewChunk, 'normal');
      await fillForm(element, 'parent@mail.example', 'a good password');
      await submit(element);
      await waitUntil(() => heard.includes('auth-success'), 'the result of the next submit');
    });
  }

  for (const [attribute, value] of [
    ['origin', 'nobody'],
    ['portal', partner],
  ] as const) {
    it(`keeps what was typed when its ${attribute} changes, and serves the form with the new one`, async () => {
      const element = addElement('maths-sign-in', { origin: 'demo' });
      await ready(element);
      await fillForm(element, 'typed@mail.example', 'a good password');
      const email = await findInside<HTMLInputElement>(element, '[name=email]');
      email.focus();
      element.setAttribute(attribute, value);
      await waitForMessages();
      const values = ['email', 'password'].map((name) => findInside<HTMLInputElement>(element, `[name=${name}]`));
      equal(
        (await Promise.all(values)).map((input) => input.value),
        ['typed@mail.example', 'a good password'],
      );
      if (attribute === 'portal') return;
      isTrue(
        (await findInside(element, '[role=alert]')).textContent?.includes('Invalid parent origin!'),
        'the sentence',
      );
      element.setAttribute('origin', 'demo');
      await waitUntil(() => element.shadowRoot?.querySelector('[role=alert]') === null, 'the form of the partner');
      let done = false;
      element.addEventListener('auth-success', () => void (done = true));
      await submit(element);
      await waitUntil(() => done, 'the result');
    });
  }

  it('is usable again when a browser restores its page after a success', async () => {
    for (const [files, as] of [
      [viewChunk, 'delayed'],
      [firstFile, 'normal'],
    ] as const) {
      await setDelivery(files, as);
    }
    const { page, element } = await openPrerendered('maths-sign-in');
    let count = 0;
    element.addEventListener('auth-success', () => void (count += 1));
    const restore = () => page.view.dispatchEvent(new page.view.PageTransitionEvent('pageshow', { persisted: true }));
    await fillForm(element, 'parent@mail.example', 'a good password');
    await submit(element);
    await waitUntil(() => count === 1, 'the first result');
    restore();
    await submit(element);
    await waitUntil(() => count === 2, 'a result before the view is loaded');
    await setDelivery(viewChunk, 'normal');
    await waitUntil(() => element.shadowRoot?.querySelector('[role=status]'), 'the message');
    restore();
    await fillForm(element, 'parent@mail.example', 'a good password');
    await submit(element);
    await waitUntil(() => count === 3, 'a result of the view');
  });
});
