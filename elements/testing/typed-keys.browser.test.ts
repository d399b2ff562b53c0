import { sendKeys } from '@web/test-runner-commands';
import type { FormTag } from '../../src/contracts/tags.ts';
import { firstFile, openPrerendered, setDelivery } from './fresh-page.ts';
import {
  addElement,
  equal,
  field,
  findInside,
  heard as listen,
  whenComplete,
  isTrue,
  loadLoader,
  waitForMessages,
  waitUntil,
} from './partner.ts';

/** A page with shortcuts of one letter, which run while no one types into a field of the page. */
const heard: string[] = [];
const types = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'compositionupdate', 'paste'];
const onEvent = (event: Event): void => {
  if (event.target instanceof HTMLInputElement && event.target.getRootNode() === document) return;
  heard.push(event instanceof KeyboardEvent ? event.key : event.type);
};

const focus = async (element: Element, name: string): Promise<HTMLInputElement> => {
  const input = await field(element, name);
  input.focus();
  return input;
};

const open = async (attributes: Record<string, string> = {}, tag: FormTag = 'maths-sign-in'): Promise<HTMLElement> => {
  await loadLoader();
  const element = addElement(tag, { origin: 'demo', ...attributes });
  await whenComplete(element);
  return element;
};

describe('typing into a form', () => {
  beforeEach(() => {
    heard.length = 0;
    for (const type of types) document.addEventListener(type, onEvent);
  });
  afterEach(() => {
    for (const type of types) document.removeEventListener(type, onEvent);
  });

  for (const attributes of [{}, { 'light-dom': '' }]) {
    it(`is not seen by the page: ${JSON.stringify(attributes)}`, async () => {
      const element = await open(attributes);
      const input = await focus(element, 'password');
      heard.length = 0;
      await sendKeys({ type: 'chris /?é' });
      for (const key of ['ArrowLeft', 'Backspace', 'Dead', 'Process']) {
        input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      }
      input.dispatchEvent(new CompositionEvent('compositionupdate', { data: 'é', bubbles: true, composed: true }));
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, composed: true }));
      equal(input.value, 'chris /?é');
      equal(heard, []);
    });
  }

  it('lets the page hear the keys that type nothing, and submits by Enter', async () => {
    const element = await open();
    (await focus(element, 'email')).value = 'parent@mail.example';
    heard.length = 0;
    await sendKeys({ press: 'Tab' });
    isTrue(element.shadowRoot?.activeElement?.getAttribute('name') === 'password', 'the next field has the focus');
    await sendKeys({ press: 'Escape' });
    isTrue(heard.includes('Tab') && heard.includes('Escape'), heard.join());
    await sendKeys({ type: 'a good password' });
    const results = listen(element, 'auth-success');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => results.length > 0, 'the result');
    isTrue(heard.includes('Enter'), heard.join());
  });

  it('keeps a key of an open input method from the page', async () => {
    const input = await focus(await open(), 'email');
    heard.length = 0;
    const escape = { key: 'Escape', isComposing: true, bubbles: true, composed: true };
    input.dispatchEvent(new KeyboardEvent('keydown', escape));
    equal(heard, []);
  });

  it('lets the page hear a key that is pressed outside of a field', async () => {
    const element = await open();
    (await findInside(element, 'button[type=submit]')).dispatchEvent(
      new KeyboardEvent('keydown', { key: 's', bubbles: true, composed: true }),
    );
    equal(heard, ['s']);
  });

  it('still reaches React, which warns about a common password', async () => {
    const element = await open({}, 'maths-sign-up');
    await focus(element, 'password');
    await sendKeys({ type: 'password' });
    await waitUntil(() => element.shadowRoot?.querySelector('.maths-note')?.textContent !== '', 'the warning');
    equal(heard, []);
  });

  it('is not seen before the controller is loaded', async () => {
    await setDelivery(firstFile, 'delayed');
    const { page, element } = await openPrerendered('maths-sign-in');
    for (const type of types) page.document.addEventListener(type, onEvent);
    const input = await field(element, 'email');
    for (const type of ['keydown', 'keyup']) {
      input.dispatchEvent(new page.view.KeyboardEvent(type, { key: 's', bubbles: true, composed: true }));
    }
    await waitForMessages(2);
    await setDelivery(firstFile, 'normal');
    equal(heard, []);
  });
});
