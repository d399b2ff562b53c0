import { addScript, firstFile, isReady, openFreshPage, openPrerendered, setDelivery, viewChunk } from './fresh-page.ts';
import {
  addElement,
  equal,
  field,
  fillForm,
  findInside,
  heard,
  whenComplete,
  isTrue,
  loadLoader,
  partner,
  portal,
  signIn,
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

describe('a page that changes the form', () => {
  const errors: string[] = [];
  const onEvent = (event: ErrorEvent): void => void errors.push(event.message);
  beforeEach(async () => {
    errors.length = 0;
    addEventListener('error', onEvent);
    await loadLoader();
  });
  afterEach(() => {
    removeEventListener('error', onEvent);
    equal(errors, [], 'errors');
  });

  for (const [how, copy] of [
    ['cloneNode', (holder: Element) => holder.replaceWith(holder.cloneNode(true))],
    ['innerHTML', (holder: Element) => void (holder.innerHTML += '<p>More</p>')],
  ] as const) {
    it(`has one form, which works, after ${how}`, async () => {
      const holder = document.createElement('section');
      document.body.append(holder);
      await whenComplete(addElement('maths-sign-in', { origin: 'demo', 'light-dom': '' }, holder));
      copy(holder);
      const element = document.querySelector('maths-sign-in');
      isTrue(element !== null, 'the tag');
      await element.whenReady;
      equal(element.querySelectorAll('form').length, 1, 'forms');
      await signIn(element);
    });
  }

  it('keeps what was typed in a copy', async () => {
    const element = addElement('maths-sign-in', { origin: 'demo', 'light-dom': '' });
    await whenComplete(element);
    await fillForm(element, 'typed@mail.example', 'a good password');
    const copy = element.cloneNode(true);
    element.remove();
    document.body.append(copy);
    isTrue(copy instanceof HTMLElement, 'an element');
    await waitForMessages(5);
    equal((await field(copy, 'email')).value, 'typed@mail.example');
  });

  for (const attributes of [{ origin: 'demo' }, { origin: 'demo', 'light-dom': '' }]) {
    it(`shows a form for a tag that was made in a frame: ${JSON.stringify(attributes)}`, async () => {
      const page = await openFreshPage();
      const { document: frame } = await openFreshPage();
      const element = addElement('maths-sign-in', attributes, frame.createElement('div'));
      await addScript(page, `${portal}/elements/loader.js`);
      page.document.body.append(element);
      await signIn(element);
    });
  }

  for (const attributes of [{}, { 'light-dom': '' }]) {
    it(`speaks one language after the browser has translated it: ${JSON.stringify(attributes)}`, async () => {
      const element = addElement('maths-sign-up', { origin: 'demo', lang: 'en', ...attributes });
      await whenComplete(element);
      await fillForm(element, 'typed@mail.example', 'short');
      const root = element.shadowRoot ?? element;
      translatePage(root);
      await submit(element);
      await waitUntil(() => root.querySelector('[role=alert]'), 'the message');
      translatePage(root);
      element.lang = 'fr';
      await waitUntil(() => root.textContent?.includes('Créer votre compte'), 'French');
      equal(root.querySelectorAll('font').length, 0, 'translated texts');
      equal((await field(element, 'email')).value, 'typed@mail.example');
      isTrue(!root.textContent?.includes('·'), 'no word of the translator');
    });
  }

  it('replaces a message that the browser has translated', async () => {
    const element = addElement('maths-sign-up', { origin: 'demo', lang: 'en' });
    await whenComplete(element);
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
      const events: string[] = [];
      for (const name of ['auth-success', 'auth-error', 'step', 'ready'])
        element.addEventListener(name, () => events.push(name));
      for (const name of ['error', 'unhandledrejection']) page.view.addEventListener(name, () => events.push(name));
      const { fetch } = page.view;
      const held = Promise.withResolvers<void>();
      const signals: (AbortSignal | null | undefined)[] = [];
      page.view.fetch = async (input, init) => {
        signals.push(init?.signal);
        await held.promise;
        return fetch(input, { ...init, signal: null });
      };
      await fillForm(element);
      await submit(element);
      await waitUntil(() => signals.length === 1, 'the request');
      events.length = 0;
      element.remove();
      // The answer arrives, as if it was on its way already.
      held.resolve();
      await waitForMessages();
      equal([events, signals.map((signal) => signal?.aborted)], [[], [true]]);
      page.view.fetch = fetch;
      page.document.body.append(element);
      await setDelivery(viewChunk, 'normal');
      await signIn(element);
    });
  }

  for (const [attribute, value] of [
    ['origin', 'nobody'],
    ['portal', partner],
  ] as const) {
    it(`keeps what was typed when its ${attribute} changes, and serves the form with the new one`, async () => {
      const element = addElement('maths-sign-in', { origin: 'demo' });
      await whenComplete(element);
      await fillForm(element, 'typed@mail.example', 'a good password');
      (await field(element, 'email')).focus();
      element.setAttribute(attribute, value);
      await waitForMessages();
      equal((await field(element, 'email')).value, 'typed@mail.example');
      equal((await field(element, 'password')).value, 'a good password');
      if (attribute === 'portal') return;
      isTrue(
        (await findInside(element, '[role=alert]')).textContent?.includes('Invalid parent origin!'),
        'the sentence',
      );
      element.setAttribute('origin', 'demo');
      await waitUntil(() => element.shadowRoot?.querySelector('[role=alert]') === null, 'the form of the partner');
      const results = heard(element, 'auth-success');
      await submit(element);
      await waitUntil(() => results.length > 0, 'the result');
    });
  }

  it('is usable again when a browser restores its page after a success', async () => {
    await setDelivery(viewChunk, 'delayed');
    await setDelivery(firstFile, 'normal');
    const { page, element } = await openPrerendered('maths-sign-in');
    const results = heard(element, 'auth-success');
    const restore = () => page.view.dispatchEvent(new page.view.PageTransitionEvent('pageshow', { persisted: true }));
    await signIn(element);
    restore();
    await submit(element);
    await waitUntil(() => results.length === 2, 'a result before the view is loaded');
    await setDelivery(viewChunk, 'normal');
    await waitUntil(() => element.shadowRoot?.querySelector('[role=status]'), 'the message');
    restore();
    await signIn(element);
  });
});
