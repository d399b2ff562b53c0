import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { launch } from 'chrome-launcher';
import type { Protocol } from 'puppeteer-core';
import { browserArguments, ensureBrowser } from '../../scripts/test-tools/requirements.ts';
import type { BenchServer, Contender } from './measure.ts';

/** The visitor's computer and connection, the same for every contender: a cheap phone on a slow mobile network. */
export const slowdown = 4;
export const latency = 150;
export const megabits = { down: 1.6, up: 0.75 };
/** Bytes per second. */
const rate = (mbit: number) => (mbit * 1_000_000) / 8;

const visitor = { email: 'parent@home.example', password: 'correct horse 7' };
/** The time limit of a visit in milliseconds. No contender needs this long. */
const patience = 30_000;

/** What a visit found: when typing began, and the begin and the length of long tasks, in milliseconds since `from`. */
type Seen = { from: number; typing: number | null; tasks: [number, number][] };

/**
 * Simulates a very quick visitor: types as soon as a field accepts text, and submits one frame later. Runs in every
 * page before its own scripts. It is sent there as text, so it cannot use anything of this file.
 */
const probe = ({ email, password }: typeof visitor): void => {
  const seen: Seen = { from: performance.timeOrigin, typing: null, tasks: [] };
  Object.assign(globalThis, { benchSeen: seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  /** A visitor who sees nothing happen submits again after three seconds. */
  let submittedAt = -3000;

  /** Returns the text fields of a document, shadow roots included. */
  const inputsOf = (root: ParentNode): HTMLInputElement[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element instanceof HTMLInputElement ? [element] : []),
      ...(element.shadowRoot === null ? [] : inputsOf(element.shadowRoot)),
    ]);

  const isUsable = (input: HTMLInputElement) =>
    !input.disabled &&
    !input.readOnly &&
    input.getBoundingClientRect().width > 0 &&
    input.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  const type = (input: HTMLInputElement, text: string) => {
    if (input.value === text) return true;
    input.focus();
    const root = input.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot) || root.activeElement !== input) return false;
    input.select();
    document.execCommand('insertText', false, text);
    return input.value === text;
  };

  const submit = (input: HTMLInputElement): void => {
    const button = input.form?.querySelector('[type=submit], button:not([type])');
    if (!(button instanceof HTMLButtonElement || button instanceof HTMLInputElement) || button.disabled) return;
    const box = input.form?.querySelector('[type=checkbox][required]:not(:checked)');
    if (box instanceof HTMLInputElement) return box.click();
    submittedAt = performance.now();
    button.click();
  };

  const act = (): void => {
    requestAnimationFrame(act);
    const now = performance.now();
    if (now < submittedAt + 3000) return;
    const inputs = document.documentElement === null ? [] : inputsOf(document).filter(isUsable);
    const name = inputs.find((input) => input.type === 'email' || input.type === 'text');
    const secret = inputs.find((input) => input.type === 'password');
    if (name === undefined) return;
    const isTyped = name.value === email && secret?.value === password;
    if (isTyped) return submit(name);
    // A text that the page has lost is typed again.
    seen.typing = type(name, email) ? now : null;
    if (seen.typing !== null && secret !== undefined) type(secret, password);
  };
  requestAnimationFrame(act);
};

type NetworkEvent =
  | { method: 'Network.requestWillBeSent'; params: Protocol.Network.RequestWillBeSentEvent }
  | { method: 'Network.responseReceived'; params: Protocol.Network.ResponseReceivedEvent }
  | { method: 'Network.loadingFinished'; params: Protocol.Network.LoadingFinishedEvent };
type Listener = (event: NetworkEvent & { sessionId: string }) => void;

/**
 * Opens a browser and controls it with the DevTools protocol alone, because the scripts that a driver adds to the page
 * would be slowed and counted like the page's own.
 */
export const openBrowser = async () => {
  // Requests to any other server, for a font or a badge, fail immediately.
  const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
  const chrome = await launch({
    chromePath: ensureBrowser('fullBrowser'),
    chromeFlags: ['--headless=new', alone, ...browserArguments],
    ignoreDefaultFlags: true,
    logLevel: 'error',
  });
  const { webSocketDebuggerUrl } = await (await fetch(`http://127.0.0.1:${chrome.port}/json/version`)).json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  const waiting: ((message: { error?: Error; result: object }) => void)[] = [];
  const listeners = new Set<Listener>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    if (message.id === undefined) for (const listener of listeners) listener(message);
    else waiting[message.id]?.(message);
  });
  return {
    /** The protocol defines the answer to each method. */
    send: <Answer = object>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<Answer>((resolve, reject) => {
        const id = waiting.push(({ error, result }) => {
          if (error) reject(new Error(error.message));
          else resolve(Object(result));
        });
        socket.send(JSON.stringify({ id: id - 1, method, params, sessionId }));
      }),
    listen: (listener: Listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: (): void => chrome.kill(),
  };
};
type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Collects what a page loads, by its request. `at` is in milliseconds since 1970. */
const watchNetwork = () => {
  const loaded = new Map<string, { at: number; script: boolean; bytes: number }>();
  const listen: Listener = ({ method, params }) => {
    const known = loaded.get(params.requestId);
    if (method === 'Network.requestWillBeSent') {
      if (!params.request.url.startsWith('http')) return;
      loaded.set(params.requestId, { at: params.wallTime * 1000, script: false, bytes: 0 });
    } else if (known === undefined) return;
    else if (method === 'Network.responseReceived') known.script = /javascript/.test(params.response.mimeType);
    else if (method === 'Network.loadingFinished') known.bytes = params.encodedDataLength;
  };
  return { loaded, listen };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The cost of one visit, in milliseconds and bytes. */
export type Figures = Record<'typing' | 'submit' | 'script' | 'bytes' | 'requests' | 'blocking', number>;

type Visit = { browser: Browser; server: BenchServer; contender: Contender };

/**
 * Makes one visit with an empty cache: from the navigation to the arrival of the sign-in request, which gets no
 * response.
 */
export const visit = async ({ browser, server, contender }: Visit): Promise<Figures> => {
  const { send } = browser;
  const { browserContextId } = await send<Protocol.Target.CreateBrowserContextResponse>('Target.createBrowserContext');
  const size = { width: 412, height: 915 };
  const options = { url: 'about:blank', browserContextId, ...size };
  const { targetId } = await send<Protocol.Target.CreateTargetResponse>('Target.createTarget', options);
  const { sessionId } = await send<Protocol.Target.AttachToTargetResponse>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const network = watchNetwork();
  const unlisten = browser.listen((event) => event.sessionId === sessionId && network.listen(event));
  const conditions = { downloadThroughput: rate(megabits.down), uploadThroughput: rate(megabits.up) };
  const source = `(${probe})(${JSON.stringify(visitor)})`;
  try {
    await Promise.all([
      send('Page.enable', {}, sessionId),
      send('Network.enable', {}, sessionId),
      send('Network.emulateNetworkConditions', { offline: false, latency, ...conditions }, sessionId),
      send('Emulation.setCPUThrottlingRate', { rate: slowdown }, sessionId),
      send('Emulation.setFocusEmulationEnabled', { enabled: true }, sessionId),
      send('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId),
    ]);
    const signIn = server.awaitSignIn(contender);
    void send('Page.navigate', { url: server.urlOf(contender) }, sessionId);
    const arrivedAt = await Promise.race([signIn, wait(patience, undefined, { ref: false })]);
    if (arrivedAt === undefined) throw new Error(`${contender.name}: no sign-in request within ${patience} ms.`);
    // What was requested before the sign-in counts too, although it may arrive later.
    await wait(1_000);
    const expression = { expression: 'benchSeen', returnByValue: true };
    const { result } = await send<Protocol.Runtime.EvaluateResponse>('Runtime.evaluate', expression, sessionId);
    const { from, typing, tasks }: Seen = result.value;
    const requests = [...network.loaded.values()].filter(({ at }) => at <= arrivedAt);
    return {
      typing: typing ?? NaN,
      submit: arrivedAt - from,
      script: sum(requests.filter(({ script }) => script).map(({ bytes }) => bytes)),
      bytes: sum(requests.map(({ bytes }) => bytes)),
      requests: requests.length,
      blocking: sum(tasks.filter(([at]) => from + at < arrivedAt).map(([, duration]) => duration - 50)),
    };
  } finally {
    unlisten();
    server.forget();
    await send('Target.disposeBrowserContext', { browserContextId });
  }
};
