import { setTimeout as wait } from 'node:timers/promises';
import { launch } from 'chrome-launcher';
import { browserArguments, ensureBrowser } from '../../scripts/test-tools/requirements.ts';
import { probe } from './probe.mjs';

/** The visitor's computer and connection, the same for every contender: a cheap phone on a slow mobile network. */
export const slowdown = 4;
export const latency = 150;
export const megabits = { down: 1.6, up: 0.75 };
/** Bytes per second. */
const rate = (/** @type {number} */ mbit) => (mbit * 1_000_000) / 8;

const visitor = { email: 'parent@home.example', password: 'correct horse 7' };
/** The time limit of a visit in milliseconds. No contender needs this long. */
const patience = 30_000;

/**
 * The protocol defines its responses and events; each caller reads the fields that it requested.
 * @typedef {Record<string, any>} Message
 * @typedef {(method: string, params?: object, session?: string) => Promise<Message>} Send
 * @typedef {(event: { method: string, params: Message, sessionId: string }) => void} Listener
 * @typedef {{ send: Send, listen: (listener: Listener) => () => void, close: () => void }} Browser
 */

/**
 * Opens a browser and controls it with the DevTools protocol alone, because the scripts that a driver adds to the page
 * would be slowed and counted like the page's own.
 * @returns {Promise<Browser>}
 */
export const openBrowser = async () => {
  // Requests to any other server, for a font or a badge, fail immediately.
  const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
  const chromeFlags = ['--headless=new', alone, ...browserArguments];
  const chrome = await launch({ chromePath: ensureBrowser('fullBrowser'), chromeFlags, ignoreDefaultFlags: true });
  const { webSocketDebuggerUrl } = await (await fetch(`http://127.0.0.1:${chrome.port}/json/version`)).json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  /** @type {Map<number, PromiseWithResolvers<Message>>} */
  const waiting = new Map();
  /** @type {Set<Listener>} */
  const listeners = new Set();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    if (message.id === undefined) return listeners.forEach((listener) => listener(message));
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) answer?.reject(new Error(message.error.message));
    else answer?.resolve(message.result);
  });
  let count = 0;
  return {
    send: (method, params = {}, sessionId) => {
      count += 1;
      const answer = Promise.withResolvers();
      waiting.set(count, answer);
      socket.send(JSON.stringify({ id: count, method, params, sessionId }));
      return answer.promise;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => chrome.kill(),
  };
};

/**
 * @typedef {import('./contenders.mjs').Contender} Contender
 * @typedef {Record<'typing' | 'submit' | 'script' | 'bytes' | 'requests' | 'blocking', number>} Figures the cost of one
 *   visit, in milliseconds and bytes
 * @typedef {{ at: number, script: boolean, bytes: number }} Loaded `at`: milliseconds since 1970
 */

/** Collects what a page loads. @returns {{ loaded: Map<string, Loaded>, hear: Listener }} */
const watchNetwork = () => {
  const loaded = new Map();
  return {
    loaded,
    hear: ({ method, params }) => {
      const { requestId, request, response } = params;
      if (method === 'Network.requestWillBeSent' && request.url.startsWith('http')) {
        loaded.set(requestId, { at: params['wallTime'] * 1000, script: false, bytes: 0 });
      } else if (loaded.has(requestId) && method === 'Network.responseReceived') {
        loaded.get(requestId).script = /javascript/.test(response.mimeType);
      } else if (loaded.has(requestId) && method === 'Network.loadingFinished') {
        loaded.get(requestId).bytes = params['encodedDataLength'];
      }
    },
  };
};

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/**
 * Makes one visit with an empty cache: from the navigation to the arrival of the sign-in request, which gets no
 * response.
 * @param {{ browser: Browser, server: import('./server.mjs').BenchServer, contender: Contender }} options
 * @returns {Promise<Figures>}
 */
export const visit = async ({ browser, server, contender }) => {
  const { send } = browser;
  const { browserContextId } = await send('Target.createBrowserContext');
  const size = { width: 412, height: 915 };
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId, ...size });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const network = watchNetwork();
  const deaf = browser.listen((event) => event.sessionId === sessionId && network.hear(event));
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
    const { result } = await send('Runtime.evaluate', { expression: 'benchSeen', returnByValue: true }, sessionId);
    /** @type {import('./probe.mjs').Seen} */
    const { from, typing, tasks } = result.value;
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
    deaf();
    server.forget();
    await send('Target.disposeBrowserContext', { browserContextId });
  }
};
