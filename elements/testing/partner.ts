/** Two assertions are enough in a browser. Values are compared by their JSON. */
const show = (value: unknown): string => JSON.stringify(value, null, 1) ?? String(value);

export const equal = (actual: unknown, expected: unknown, what = 'the value'): void => {
  if (show(actual) !== show(expected)) throw new Error(`${what}: expected ${show(expected)}, got ${show(actual)}`);
};

export function isTrue(value: unknown, what: string): asserts value {
  if (!value) throw new Error(`Not so: ${what}`);
}

/** What the browser tests share: the two sites of `web-test-runner.config.ts`, and ways to wait without sleeping. */
export const portal = `http://localhost:${location.port}`;
export const partner = location.origin;

/** Leaves nothing of a test to the next one. */
const clear = (): void => {
  document.body.replaceChildren();
  document.body.removeAttribute('style');
  localStorage.clear();
};
beforeEach(clear);
afterEach(clear);

/** Loads the loader as a partner's page does: from the portal's origin. */
export const loadLoader = async (): Promise<void> =>
  void (await import(/* @vite-ignore */ `${portal}/elements/loader.js`));

/** Adds an element to a page: to this one, or to that of the holder. */
export const addElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  holder: Element = document.body,
): HTMLElementTagNameMap[Tag] => {
  const element = holder.ownerDocument.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  holder.append(element);
  return element;
};

const frames = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

type Seen<Value> = Value | null | undefined | false;

/** Checks at each frame until the value exists. The runner's time limit ends the wait. */
export const waitUntil = async <Value>(
  read: () => Seen<Value> | Promise<Seen<Value>>,
  what = 'it',
  limit = 8_000,
): Promise<Value> => {
  const end = Date.now() + limit;
  for (;;) {
    const value = await read();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`);
    await frames();
  }
};

/** Waits long enough for any message in transit, to verify that there is none. */
export const waitForMessages = async (turns = 30): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await frames();
};

export const findInside = <Found extends Element = HTMLElement>(element: Element, selector: string): Promise<Found> =>
  waitUntil(() => (element.shadowRoot ?? element).querySelector<Found>(selector), `${element.localName} ${selector}`);

export const fillForm = async (
  element: Element,
  email = 'parent@mail.example',
  password = 'a good password',
): Promise<void> => {
  (await field(element, 'email')).value = email;
  (await field(element, 'password')).value = password;
};

export const submit = async (element: Element): Promise<void> =>
  (await findInside<HTMLFormElement>(element, 'form')).requestSubmit();

/** Returns the details of the events that the target receives from now on. */
export const heard = (target: EventTarget, name: string): unknown[] => {
  const details: unknown[] = [];
  // The element can be in another window, which has separate classes.
  target.addEventListener(name, (event) => details.push(Reflect.get(event, 'detail')));
  return details;
};

/** Returns a field of a form. */
export const field = (element: Element, name: string): Promise<HTMLInputElement> =>
  findInside(element, `[name=${name}]`);

/** Waits until the view of an element is in the page. */
export const whenComplete = async (element: HTMLElement & { whenReady: Promise<void> }): Promise<void> => {
  await customElements.whenDefined(element.localName);
  await element.whenReady;
};

/** Signs in with a form, and waits for its event. */
export const signIn = async (element: Element): Promise<void> => {
  const results = heard(element, 'auth-success');
  await fillForm(element);
  await submit(element);
  await waitUntil(() => results.length > 0, 'the result');
};

/** Records all messages that a window receives from now on. */
export const recordMessages = (view: Window = window): { messages: MessageEvent[]; stop(): void } => {
  const messages: MessageEvent[] = [];
  const listener = (event: MessageEvent): void => void messages.push(event);
  view.addEventListener('message', listener);
  return { messages, stop: () => view.removeEventListener('message', listener) };
};

export const authMessages = (messages: readonly MessageEvent[]): MessageEvent[] =>
  messages.filter(({ data }) => data?.type === 'AUTH_SUCCESS');

/** Asks the frame's fixture to inspect itself. */
export const inspectFrame = async (frame: Window): Promise<Record<string, unknown>> => {
  const { messages, stop } = recordMessages();
  try {
    return await waitUntil(() => {
      frame.postMessage({ order: 'look' }, '*');
      return messages.find(({ data, source }) => source === frame && data?.answer)?.data.answer;
    }, 'the frame to answer');
  } finally {
    stop();
  }
};
