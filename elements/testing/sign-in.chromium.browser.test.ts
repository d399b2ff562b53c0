import {
  addElement,
  authMessages,
  equal,
  fillForm,
  findInside,
  heard,
  whenComplete,
  isTrue,
  loadLoader,
  partner,
  recordMessages,
  signIn,
  submit,
  waitForMessages,
  waitUntil,
} from './partner.ts';

const open = async (attributes: Record<string, string>): Promise<HTMLElementTagNameMap['maths-sign-in']> => {
  await loadLoader();
  const element = addElement('maths-sign-in', attributes);
  await findInside(element, '[name=password]');
  return element;
};

describe('a sign-in on a partner’s page', () => {
  it('reports the same result by event and by message, once, to the mapped origin', async () => {
    const element = await open({ origin: 'demo' });
    const { messages, stop } = recordMessages();
    const results = heard(document, 'auth-success');
    await signIn(element);
    await waitUntil(() => authMessages(messages).length > 0, 'the message');
    await waitForMessages();
    stop();
    equal(results.length, 1, 'events');
    const [message] = authMessages(messages);
    equal(authMessages(messages).length, 1, 'messages');
    equal(message?.origin, partner);
    equal(message?.data, { type: 'AUTH_SUCCESS', ...Object(results[0]) });
    equal(Object.keys(message?.data), ['type', 'session', 'userID', 'playfabID']);
  });

  it('writes nothing to storage on a foreign origin', async () => {
    sessionStorage.clear();
    const cookie = document.cookie;
    const element = await open({ origin: 'demo' });
    await signIn(element);
    element.lang = 'fr';
    await waitForMessages();
    equal([Object.keys(localStorage), Object.keys(sessionStorage), document.cookie], [[], [], cookie]);
  });

  it('takes the colours of errors and of the focus from custom properties of the page', async () => {
    const element = await open({ origin: 'demo' });
    element.style.cssText =
      '--maths-error: rgb(1 2 3); --maths-error-background: rgb(4 5 6); --maths-error-line: rgb(7 8 9); --maths-focus: red';
    // The first styles do not contain the focus.
    await whenComplete(element);
    const email = await findInside(element, '[name=email]');
    email.focus();
    equal(getComputedStyle(email).outlineColor, 'rgb(255, 0, 0)');
    await fillForm(element, 'parent@mail.example', 'wrong password');
    await submit(element);
    const { color, backgroundColor, borderTopColor } = getComputedStyle(await findInside(element, '[role=alert]'));
    equal([color, backgroundColor, borderTopColor], ['rgb(1, 2, 3)', 'rgb(4, 5, 6)', 'rgb(7, 8, 9)']);
  });

  for (const attributes of [{}, { origin: '' }, { origin: 'nobody' }, { origin: 'educators' }, { origin: partner }]) {
    it(`shows "Invalid parent origin!" and sends nothing with ${JSON.stringify(attributes)}`, async () => {
      const element = await open(attributes);
      const { messages, stop } = recordMessages();
      const { textContent } = await findInside(element, '[role=alert]');
      isTrue(textContent?.includes('Invalid parent origin!'), 'the sentence');
      isTrue((await findInside(element, '[name=email]')).matches(':disabled'), 'a disabled field');
      await submit(element);
      await waitForMessages();
      stop();
      equal(authMessages(messages).length, 0, 'messages');
    });
  }

  it('prefills the email, but never replaces what was typed', async () => {
    const element = await open({ origin: 'demo', email: 'first@mail.example' });
    const input = await findInside<HTMLInputElement>(element, '[name=email]');
    equal(input.value, 'first@mail.example');
    input.value = 'typed@mail.example';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    element.setAttribute('email', 'second@mail.example');
    await waitForMessages();
    equal(input.value, 'typed@mail.example');
  });

  it('renders without a shadow root for password managers, with styles, a hidden fallback and unique ids', async () => {
    await loadLoader();
    const elements = [1, 2].map(() => addElement('maths-sign-in', { origin: 'demo', 'light-dom': '' }));
    for (const element of elements) {
      element.insertAdjacentHTML('afterbegin', '<a href="/">Go on</a>');
      await findInside(element, '[name=password]');
      isTrue(element.shadowRoot === null, 'no shadow root');
      equal(element.querySelector('a')?.getBoundingClientRect().height, 0, 'height of the link');
      equal(getComputedStyle(await findInside(element, '[name=email]')).blockSize, '48px');
    }
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    equal(new Set(ids).size, ids.length, 'different ids');
    const [first] = elements;
    isTrue(first !== undefined, 'a form');
    await signIn(first);
  });
});
