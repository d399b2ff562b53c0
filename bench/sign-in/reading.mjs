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
export const readFrame = async (send, session) => {
  const { result } = await send('Runtime.evaluate', { expression: 'benchSeen', returnByValue: true }, session);
  await send('HeapProfiler.collectGarbage', {}, session);
  const { usedSize } = await send('Runtime.getHeapUsage', {}, session);
  return { seen: result.value, heap: usedSize };
};

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/**
 * @param {{ frames: readonly Frame[], requests: readonly import('./visit.mjs').Loaded[], arrivedAt: number }} visit the page's own
 * frame first; `arrivedAt`: of the sign-in request, milliseconds since 1970
 * @returns {Reading}
 * @throws when no frame has a form
 */
export const readingOf = ({ frames, requests, arrivedAt }) => {
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
