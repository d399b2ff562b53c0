/** post-robot gives up after two seconds; a partner's page on a slow phone does not come up in that time. */
export const handshakeDeadline = 30_000;
const pause = 250;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const call = 'maths:here';

/** A plain message to a frame that may have asked in vain: somebody listens now. */
export const callAgain = (frame: Window, target: string): void => frame.postMessage(call, target);

/** Resolves when the page around says so. It may get its script at any time, after a consent for example. */
export const calledAgain = (view: Window, target: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source === view.parent && origin === target && data === call) resolve();
    };
    view.addEventListener('message', hear, { signal });
  });

/** Tries again until it works; rejects with the last failure when `deadline` milliseconds are over or it is stopped. */
export const retryUntil = async <Value>(
  deadline: number,
  signal: AbortSignal,
  attempt: () => Promise<Value>,
): Promise<Value> => {
  const end = Date.now() + deadline;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      if (signal.aborted || Date.now() >= end) throw cause;
      await wait(pause);
    }
  }
};
