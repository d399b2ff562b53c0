import {
  addElement,
  authMessages,
  equal,
  inspectFrame,
  loadLoader,
  portal,
  recordMessages,
  waitUntil,
} from './partner.ts';

/**
 * Verifies that a partner's referrer policy does not break its widget. The engines hide the parent's origin in different
 * cases: the frame's own policy turns `ancestorOrigins` into "null" in Firefox only.
 */
const credentials = { order: 'fill', email: 'parent@mail.example', password: 'a good password' };

const result = async (view: Window): Promise<unknown> => {
  const { messages, stop } = recordMessages();
  for (let turn = 0; turn < 200 && (await inspectFrame(view))['email'] === undefined; turn += 1);
  view.postMessage(credentials, portal);
  await waitUntil(() => authMessages(messages).length > 0, 'the result');
  stop();
  return authMessages(messages).map(({ origin }) => origin);
};

const frame = (attributes: Record<string, string>): Window => {
  const element = document.createElement('iframe');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.src = `${portal}/widgets/signin?origin=demo`;
  document.body.append(element);
  if (element.contentWindow === null) throw new Error('The frame has no window');
  return element.contentWindow;
};

const pagePolicy = (): HTMLMetaElement => {
  const policy = document.createElement('meta');
  policy.name = 'referrer';
  policy.content = 'no-referrer';
  document.head.append(policy);
  return policy;
};

describe('a widget in a frame', () => {
  beforeEach(() => document.body.replaceChildren());
  afterEach(() => document.body.replaceChildren());

  it('works with no-referrer on the frame', async () => {
    equal(await result(frame({ referrerpolicy: 'no-referrer' })), [portal]);
  });

  it('works with no-referrer on the page', async () => {
    const policy = pagePolicy();
    equal(await result(frame({})), [portal]);
    policy.remove();
  });

  it('works with no-referrer on the frame, on the page, both', async () => {
    const policy = pagePolicy();
    equal(await result(frame({ referrerpolicy: 'no-referrer' })), [portal]);
    await loadLoader();
    const element = addElement('maths-embed', { widget: 'signin', origin: 'demo' });
    let ready = false;
    element.addEventListener('ready', () => void (ready = true));
    await waitUntil(() => ready, 'the embed');
    policy.remove();
  });
});
