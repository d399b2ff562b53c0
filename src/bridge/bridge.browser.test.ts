import {
  addElement,
  authMessages,
  equal,
  findInside,
  inspectFrame,
  isTrue,
  loadLoader,
  portal,
  recordMessages,
  waitForMessages,
  waitUntil,
} from '../../elements/testing/partner.ts';

/**
 * This page is the partner `demo` (127.0.0.1), the portal is localhost, and `*.localhost` are unknown sites. The server
 * sends no `frame-ancestors`, because these tests cover the checks behind it.
 */
const port = location.port;
const credentials = { order: 'fill', email: 'parent@mail.example', password: 'a good password' };
const widget = (origin: string): string => `${portal}/widgets/signin?origin=${origin}`;

const addFrame = (src: string, attributes: Record<string, string> = {}): { frame: HTMLIFrameElement; view: Window } => {
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries({ ...attributes, src })) frame.setAttribute(name, value);
  document.body.append(frame);
  if (frame.contentWindow === null) throw new Error('The frame has no window');
  return { frame, view: frame.contentWindow };
};

const secrets = /a good password|parent@mail|P1F2|ticket|entity-token|user-1|session|https?:\/\/[^"\\]+\//;

/** Opens a page of another origin that contains a widget and forwards every message that it receives. */
const hold = async (stranger: string, src: string): Promise<{ overheard: unknown[]; stop(): void; view: Window }> => {
  const { messages, stop } = recordMessages();
  const { view } = addFrame(stranger);
  await waitUntil(() => messages.some(({ data, source }) => data?.up && source === view), 'the stranger');
  view.postMessage({ order: 'hold', src }, '*');
  const overheard: unknown[] = [];
  window.addEventListener('message', ({ data, source }) => {
    if (source === view && data?.overheard !== undefined) overheard.push(data.overheard);
  });
  return { overheard, stop, view };
};

/** A widget sends `ready` only to an embed. In a bare frame, the appearance of the form shows its state. */
const formOf = async (view: Window): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) {
    if ((await inspectFrame(view))['email'] !== undefined) return;
  }
  throw new Error('Waited in vain for the form');
};

const readyEmbed = async (attributes: Record<string, string> = {}, limit?: number): Promise<HTMLElement> => {
  await loadLoader();
  const element = addElement('maths-embed', { widget: 'signin', origin: 'demo', ...attributes });
  let ready = false;
  element.addEventListener('ready', () => void (ready = true));
  await waitUntil(() => ready, 'ready', limit);
  return element;
};

const forger = '/elements/testing/fixtures/forger.html';

describe('the bridge', () => {
  // The engines differ: the frame's own policy turns `ancestorOrigins` into "null" in Firefox only.
  for (const hiding of ['nothing', 'everything']) {
    it(`sends the result to a parent that only listens with a bare handler, whose referrer policy hides ${hiding}`, async () => {
      const policy = Object.assign(document.createElement('meta'), { name: 'referrer', content: 'no-referrer' });
      if (hiding === 'everything') document.head.append(policy);
      const { messages, stop } = recordMessages();
      const views = [{}, { referrerpolicy: 'no-referrer' }].map((own) => addFrame(widget('demo'), own).view);
      for (const view of views) {
        await formOf(view);
        view.postMessage(credentials, portal);
      }
      await waitUntil(() => authMessages(messages).length > 1, 'the messages');
      stop();
      const results = authMessages(messages);
      equal([results.length, views.filter((view) => results.some(({ source }) => source === view)).length], [2, 2]);
      for (const { data, origin } of results)
        equal([Object.keys(data), origin], [['type', 'session', 'userID', 'playfabID'], portal]);
      await readyEmbed();
      policy.remove();
    });
  }

  /** Disables the form and sends no message for a wrong key inside a mapped host. */
  const wrongKeys = async () => {
    const { messages, stop } = recordMessages();
    const views = ['nobody', 'educators', ''].map((origin) => addFrame(widget(origin)).view);
    for (const view of views) {
      let state = await inspectFrame(view);
      for (let turn = 0; turn < 100 && !String(state['text']).includes('Invalid'); turn += 1)
        state = await inspectFrame(view);
      isTrue(String(state['text']).includes('Invalid parent origin!'), 'the sentence');
      equal(state['disabled'], true);
      view.postMessage(credentials, portal);
    }
    await waitForMessages();
    stop();
    const sent = messages.filter(({ data, source }) => views.some((view) => view === source) && !data?.answer);
    equal(
      sent.map(({ data }) => data),
      [],
    );
  };

  /** Sends nothing to an unmapped or look-alike parent. */
  const strangers = [
    `http://demo.localhost:${port}${forger}`,
    `http://127.0.0.1.localhost:${port}${forger}`,
    `http://localhost:${port}${forger}`,
  ].map((address) => async () => {
    const { overheard, stop } = await hold(address, `${widget('demo')}&lang=en`);
    await waitForMessages(120);
    stop();
    equal(overheard, [], address);
  });

  /** Sends no message to `*` with a token, e-mail, PlayFab id or URL. */
  const hiddenParent = async () => {
    // The parent's origin is hidden, so only messages that are posted to every origin can arrive here.
    const page = `<script>${`
      addEventListener('message', ({ data, source }) => {
        if (data?.order === 'hold') {
          const frame = document.createElement('iframe');
          frame.src = data.src;
          document.documentElement.append(frame);
        } else if (data?.order === 'fill') frames[0].postMessage(data, '*');
        else if (source !== parent) parent.postMessage({ overheard: data }, '*');
      });
      parent.postMessage({ up: true }, '*');
    `}</script>`;
    const { overheard, stop, view } = await hold(`data:text/html,${encodeURIComponent(page)}`, widget('demo'));
    await waitUntil(() => overheard.length > 0, 'the hello');
    for (let turn = 0; turn < 4; turn += 1) {
      view.postMessage(credentials, '*');
      await waitForMessages(30);
    }
    stop();
    for (const message of overheard) {
      const text = JSON.stringify(message);
      isTrue(text.includes('postrobot_hello'), `only hellos: ${text}`);
      isTrue(!secrets.test(text), `no secret in ${text}`);
    }
  };

  it('sends nothing with a wrong key, nor to an unmapped, null, or look-alike parent, except a hello without a secret', async () => {
    await Promise.all([wrongKeys, ...strangers, hiddenParent].map((check) => check()));
  });

  it('reaches a partner’s page whose widget takes ten of its seconds', async () => {
    // The page's clock runs twenty times faster, the time limits of post-robot included.
    const pace = 20;
    const { setTimeout: wait } = window;
    const { now } = Date;
    const start = now();
    Reflect.set(window, 'setTimeout', (run: () => void, delay = 0) => wait(run, delay / pace));
    Date.now = () => start + (now() - start) * pace;
    try {
      await readyEmbed({ coupon: `late-${10_000 / pace}` }, 8_000 * pace);
      isTrue(Date.now() - start > 10_000, 'ten seconds of the page');
    } finally {
      Object.assign(window, { setTimeout: wait });
      Object.assign(Date, { now });
    }
  });

  /** Causes no uncaught error on the page with 1,700 forged messages. */
  const forgeMany = async () => {
    await readyEmbed();
    const address = `http://demo.localhost:${port}${forger}`;
    const { messages, stop } = recordMessages();
    const { view } = addFrame(address);
    await waitUntil(() => messages.some(({ data, source }) => data?.up && source === view), address);
    stop();

    const errors: unknown[] = [];
    const controller = new AbortController();
    const note = (event: Event): void => {
      errors.push(event.type);
      event.preventDefault();
    };
    for (const name of ['error', 'unhandledrejection']) window.addEventListener(name, note, controller);
    const { origin } = new URL(address);
    const types = ['ack', 'response', 'request'];
    for (let turn = 0; turn < 1_700; turn += 1) {
      const type = `postrobot_message_${types[turn % types.length]}`;
      const message = { id: `uid_${turn}_forged`, type, hash: `forged_${turn}`, name: 'maths:size', origin, data: {} };
      const data = JSON.stringify({ __post_robot_10_0_46__: [message] });
      view.postMessage({ order: 'post', data, target: '*' }, { targetOrigin: '*' });
    }
    const arrived = recordMessages();
    view.postMessage({ order: 'post', data: 'last', target: '*' }, { targetOrigin: '*' });
    await waitUntil(
      () => arrived.messages.some(({ data, source }) => data === 'last' && source === view),
      'the last one',
    );
    arrived.stop();
    await waitForMessages(60);
    controller.abort();
    equal(errors, []);
  };

  /** Takes no result and no height from a message that is repeated, malformed or from a wrong place. */
  const imitate = async () => {
    const element = await readyEmbed();
    const events: unknown[] = [];
    for (const name of ['auth-success', 'auth-error']) element.addEventListener(name, () => events.push(name));
    const frame = await findInside<HTMLIFrameElement>(element, 'iframe');
    const real = frame.contentWindow;
    if (real === null) throw new Error('The frame has no window');
    const height = (): number => frame.getBoundingClientRect().height;

    const { messages, stop } = recordMessages();
    real.postMessage(credentials, portal);
    await waitUntil(() => events.length === 1, 'the first result');
    const success = messages
      .map(({ data }) => data)
      .find((data) => typeof data === 'string' && data.includes('maths:auth-success'));
    isTrue(typeof success === 'string', 'the message between the two');
    stop();
    await waitForMessages();
    const before = height();

    let count = 0;
    /** Returns the same message with a new id, because post-robot drops an id that it has seen. */
    const fresh = (text: string): string =>
      text.replace(/"id":"(uid_[^"]+)"/g, () => `"id":"uid_${(count += 1)}_forged"`);
    const forged = (change: (text: string) => string): string => change(fresh(success));
    const size = fresh(success)
      .replaceAll('maths:auth-success', 'maths:size')
      .replace(/"data":\{.*\}(?=,"fireAndForget")/, '"data":{"height":9000}');

    const post = (data: unknown, view: Window = real): void =>
      view.postMessage({ order: 'post', data, target: '*' }, { targetOrigin: '*' });
    // Replay: the identical message, and new ids around the same result.
    post(success);
    post(forged((text) => text));
    // Wrong shape, from the right window.
    for (const data of ['{', 'null', 7, { height: 1 }, '{"__post_robot_10_0_46__":[{}]}']) post(data);
    post(forged((text) => text.replaceAll('"userID":"user-1"', '"userID":7')));
    post(`${success}${' '.repeat(70_000)}`);
    // Wrong windows: the portal's own origin in another frame, an unknown site, and this page itself.
    for (const address of [`${portal}${forger}`, `http://demo.localhost:${port}${forger}`]) {
      const other = recordMessages();
      const { view } = addFrame(address);
      await waitUntil(() => other.messages.some(({ data, source }) => data?.up && source === view), address);
      other.stop();
      post(size, view);
      post(
        forged((text) => text.replaceAll(/"id":"[0-9a-f-]{36}"/g, '"id":"new"')),
        view,
      );
    }
    window.postMessage(size, location.origin);
    for (let turn = 0; turn < 2_000; turn += 1) post({ type: 'AUTH_SUCCESS', turn });
    await waitForMessages(60);
    equal(events, ['auth-success']);
    equal(height(), before, 'height');

    // The right window at a wrong origin, because the frame was navigated.
    const away = recordMessages();
    frame.src = `http://demo.localhost:${port}${forger}`;
    await waitUntil(
      () => away.messages.some(({ data, source }) => data?.up && source === real),
      'the stranger in the frame',
    );
    away.stop();
    post(forged((text) => text.replaceAll(/"id":"[0-9a-f-]{36}"/g, '"id":"new"')));
    post(size);
    await waitForMessages(60);
    equal(events, ['auth-success']);
    equal(height(), before, 'height');
  };

  it('ignores a wrong source, origin or shape, a replay and a flood of messages, without an uncaught error', async () => {
    await Promise.all([forgeMany(), imitate()]);
  });
});
