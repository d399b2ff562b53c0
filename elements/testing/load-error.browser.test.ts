import {
  addScript,
  callsOf,
  controlledAddress,
  firstFile,
  openFreshPage,
  openPrerendered,
  setDelivery,
  typeBoth,
  viewChunk,
} from './fresh-page.ts';
import { addElement, equal, field, findInside, heard, isTrue, submit, waitForMessages, waitUntil } from './partner.ts';

const login = '/LoginWithEmailAddress';

/** Waits for the message above the form. */
const loadError = async (element: Element): Promise<HTMLElement> => {
  const message = await findInside(element, '[role=alert]');
  isTrue(message.textContent?.includes('has not loaded completely'), 'the load error is shown');
  return message;
};

const retry = async (element: Element): Promise<void> => (await findInside(element, '[role=alert] button')).click();

describe('a prerendered form whose files cannot be loaded', () => {
  afterEach(async () => {
    for (const files of [firstFile, viewChunk]) await setDelivery(files, 'normal');
  });

  it('shows a message above the form, keeps the focus, and submits once after Retry when its controller failed', async () => {
    await setDelivery(firstFile, 'broken');
    const { element, page } = await openPrerendered('maths-sign-in');
    const before = await field(element, 'email');
    await typeBoth(element);
    await submit(element);
    const message = await loadError(element);
    isTrue(element.shadowRoot?.activeElement === (await field(element, 'password')), 'the password keeps the focus');
    isTrue(
      message.getBoundingClientRect().bottom <= before.getBoundingClientRect().top,
      'the message is above the form',
    );
    equal((await field(element, 'password')).value, 'a good password');
    await setDelivery(firstFile, 'normal');
    const results = heard(element, 'auth-success');
    await retry(element);
    await waitUntil(() => results.length > 0, 'the result of the submit');
    await waitForMessages();
    equal(callsOf(page, login), 1, 'calls');
    equal(element.shadowRoot?.querySelector('[role=alert]') ?? null, null, 'the message');
  });

  it('submits although its view failed to load, and shows the response after Retry', async () => {
    await setDelivery(viewChunk, 'broken');
    const { element, page } = await openPrerendered('maths-sign-in');
    await typeBoth(element, 'wrong password');
    await submit(element);
    await waitUntil(() => callsOf(page, login) === 1, 'the call');
    await loadError(element);
    await setDelivery(viewChunk, 'normal');
    const errors = heard(element, 'auth-error');
    await retry(element);
    await waitUntil(
      () => element.shadowRoot?.querySelector('[role=alert]')?.textContent?.includes('password is not valid'),
      'the sentence',
    );
    equal(
      errors.map((error) => Reflect.get(Object(error), 'code')),
      ['InvalidEmailOrPassword'],
    );
    equal((await field(element, 'password')).value, 'wrong password');
  });

  it('shows the message again when Retry fails', async () => {
    await setDelivery(firstFile, 'broken');
    const { element } = await openPrerendered('maths-sign-in', { origin: 'demo', lang: 'fr' });
    const first = await findInside(element, '[role=alert]');
    isTrue(first.textContent?.includes('Réessayer'), 'the message is French');
    await retry(element);
    await waitUntil(() => {
      const message = element.shadowRoot?.querySelector('[role=alert]');
      return message !== null && message !== first;
    }, 'a new message');
    equal(element.shadowRoot?.querySelectorAll('[role=alert]').length, 1, 'messages');
    isTrue(element.shadowRoot?.activeElement === (await field(element, 'email')), 'the focus is in the form');
  });

  it('shows the message above the link inside a tag without a prerendered form, and loads it with Retry', async () => {
    await setDelivery('/levels.js', 'broken');
    const page = await openFreshPage();
    const element = addElement('maths-levels', {}, page.document.body);
    element.innerHTML = '<a href="/">Open the page</a>';
    await addScript(page, controlledAddress());
    const message = await loadError(element);
    const link = await waitUntil(() => element.querySelector('a'));
    isTrue(message.getBoundingClientRect().bottom <= link.getBoundingClientRect().top, 'the link is below it');
    await setDelivery('/levels.js', 'normal');
    await retry(element);
    await findInside(element, '.maths-file');
    equal(element.shadowRoot?.querySelector('[role=alert]') ?? null, null, 'the message');
  });

  it('works without a prerendered form when that cannot be loaded', async () => {
    await setDelivery('/chunks/forms-', 'broken');
    const { element } = await openPrerendered('maths-sign-in', { origin: 'demo', lang: 'fr' });
    await setDelivery('/chunks/forms-', 'normal');
    isTrue((await findInside(element, '.maths')).textContent?.includes('Se connecter'), 'the form is French');
  });
});
