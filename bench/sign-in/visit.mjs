import { setTimeout as wait } from 'node:timers/promises';
import { probe } from './probe.mjs';

/** The visitor's computer and connection, the same for every contender: a cheap phone on a slow mobile network. */
export const slowdown = 4;
export const latency = 150;
export const megabits = { down: 1.6, up: 0.75 };
/** Bytes per second. */
const rate = (/** @type {number} */ mbit) => (mbit * 1_000_000) / 8;

const visitor = { email: 'parent@home.example', password: 'correct horse 7', again: 3000 };
/** The time limit of a visit in milliseconds. No contender needs this long. */
const patience = 30_000;

/**
 * @typedef {import('./contenders.mjs').Contender} Contender
 * @typedef {{ url: string, at: number, script: boolean, bytes: number, done: boolean }} Loaded
 * `at`: milliseconds since 1970
 */

/** Collects what a page and its frames loaded. */
const watchNetwork = () => {
  /** @type {Map<string, Loaded>} */
  const loaded = new Map();
  /** @type {import('./devtools.mjs').Listener} */
  const hear = ({ method, params }) => {
    const request = loaded.get(params['requestId']);
    if (method === 'Network.requestWillBeSent' && params['request'].url.startsWith('http')) {
      const { requestId, request: sent, wallTime } = params;
      loaded.set(requestId, { url: sent.url, at: wallTime * 1000, script: false, bytes: 0, done: false });
    } else if (request !== undefined && method === 'Network.responseReceived') {
      request.script = /javascript/.test(params['response'].mimeType);
    } else if (request !== undefined && method === 'Network.loadingFinished') {
      Object.assign(request, { bytes: params['encodedDataLength'], done: true });
    } else if (request !== undefined && method === 'Network.loadingFailed') {
      request.done = true;
    }
  };
  return { loaded, hear };
};

/**
 * The cost of one visit.
 *
 * @typedef {import('./probe.mjs').Seen} Seen
 * @typedef {{ seen: Seen, heap: number }} Frame
 * @typedef {Record<'typing' | 'submit' | 'script' | 'bytes' | 'requests' | 'blocking' | 'heap' | 'shift', number>} Figures
 * milliseconds, bytes
 * @typedef {{ figures: Figures, submits: number, lost: number }} Reading
 */

/**
 * @param {import('./devtools.mjs').Send} send
 * @param {string} session a page's, or a frame's of another site
 * @returns {Promise<Frame>}
 */
const readFrame = async (send, session) => {
  const { result } = await send('Runtime.evaluate', { expression: 'benchSeen', returnByValue: true }, session);
  await send('HeapProfiler.collectGarbage', {}, session);
  const { usedSize } = await send('Runtime.getHeapUsage', {}, session);
  return { seen: result.value, heap: usedSize };
};

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/**
 * @param {{ frames: readonly Frame[], requests: readonly Loaded[], arrivedAt: number }} visit the page's own
 * frame first; `arrivedAt`: of the sign-in request, milliseconds since 1970
 * @returns {Reading}
 * @throws when no frame has a form
 */
const readingOf = ({ frames, requests, arrivedAt }) => {
  const [page] = frames;
  const form = frames.find(({ seen }) => seen.typing !== null)?.seen;
  if (page === undefined || form === undefined || form.typing === null) throw new Error('Nothing was typed.');
  const start = page.seen.from;
  const until = (/** @type {number} */ end, /** @type {'tasks' | 'shifts'} */ kind) =>
    frames.flatMap(({ seen }) => seen[kind].filter(([at]) => seen.from + at < end).map(([, value]) => value));
  // A shift after the submit is expected. The browser excludes it for real input only.
  const pressedAt = form.from + (form.submits[0] ?? 0);
  return {
    figures: {
      typing: form.from - start + form.typing,
      submit: arrivedAt - start,
      script: sum(requests.filter(({ script }) => script).map(({ bytes }) => bytes)),
      bytes: sum(requests.map(({ bytes }) => bytes)),
      requests: requests.length,
      blocking: sum(until(arrivedAt, 'tasks').map((duration) => duration - 50)),
      heap: sum(frames.map(({ heap }) => heap)),
      shift: sum(until(pressedAt, 'shifts')),
    },
    submits: form.submits.filter((at) => form.from + at < arrivedAt).length,
    lost: form.lost,
  };
};

/** Slows a frame like the page, starting with the first byte, and adds the probe. */
const prepare = async (
  /** @type {import('./devtools.mjs').Send} */ send,
  /** @type {string} */ session,
  /** @type {string} */ source,
) => {
  const conditions = {
    offline: false,
    latency,
    downloadThroughput: rate(megabits.down),
    uploadThroughput: rate(megabits.up),
  };
  await Promise.all([
    send('Page.enable', {}, session),
    send('Network.enable', {}, session),
    send('Network.emulateNetworkConditions', conditions, session),
    send('Emulation.setCPUThrottlingRate', { rate: slowdown }, session),
    send('Emulation.setFocusEmulationEnabled', { enabled: true }, session),
    send('Page.addScriptToEvaluateOnNewDocument', { source }, session),
    // A frame of another site has a separate process. It waits until it is prepared like the page.
    send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, session),
  ]);
};

/**
 * Makes one visit with an empty cache: from the navigation to the arrival of the sign-in request, which gets no
 * response.
 * @param {{ browser: import('./devtools.mjs').Browser, server: import('./server.mjs').BenchServer, contender: Contender, pause: number }} options
 * @returns {Promise<Reading>}
 */
export const visit = async ({ browser, server, contender, pause }) => {
  const { send } = browser;
  const asksPassword = contender.firstScreen === 'e-mail and password';
  const source = `(${probe})(${JSON.stringify({ ...visitor, asksPassword, pause })})`;
  const { browserContextId } = await send('Target.createBrowserContext');
  const { targetId } = await send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width: 412,
    height: 915,
  });
  const { sessionId: page } = await send('Target.attachToTarget', { targetId, flatten: true });
  const sessions = new Set([String(page)]);
  const network = watchNetwork();
  const deaf = browser.listen((event) => {
    if (event.method === 'Target.attachedToTarget' && sessions.has(event.sessionId)) {
      const child = String(event.params['sessionId']);
      sessions.add(child);
      // A frame that was removed by then responds with an error and is skipped.
      prepare(send, child, source)
        .then(() => send('Runtime.runIfWaitingForDebugger', {}, child))
        .catch(() => undefined);
    }
    if (event.method === 'Target.detachedFromTarget') sessions.delete(String(event.params['sessionId']));
    if (sessions.has(event.sessionId)) network.hear(event);
  });
  try {
    await prepare(send, page, source);
    const signIn = server.awaitSignIn(contender);
    void send('Page.navigate', { url: server.urlOf(contender) }, page);
    const arrival = await Promise.race([signIn, wait(patience, undefined, { ref: false })]);
    if (arrival === undefined) throw new Error(`${contender.name}: no sign-in request within ${patience} ms.`);
    // Requests that had started count too. The sign-in itself never gets a response.
    const begun = () => [...network.loaded.values()].filter(({ at }) => at <= arrival.at);
    const isLoading = () => begun().some(({ done, url }) => !done && !url.includes(contender.signIn));
    for (let turn = 0; turn < 30 && (turn < 3 || isLoading()); turn += 1) await wait(100);

    const frames = await Promise.all([...sessions].map((session) => readFrame(send, session)));
    return readingOf({ frames, requests: begun(), arrivedAt: arrival.at });
  } finally {
    deaf();
    server.forget();
    await send('Target.disposeBrowserContext', { browserContextId });
  }
};
