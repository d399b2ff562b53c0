/** post-robot gives up after two seconds, but a partner's page on a slow phone takes longer to start. */
export const handshakeDeadline = 30_000;
const pause = 250;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const call = 'maths:here';

/** Notifies a frame, which may have called before, that this page listens now. It is a plain message. */
export const announceListener = (frame: Window, target: string): void => frame.postMessage(call, target);

/** Resolves when the page around the frame says that it listens. Its script may be late, after a consent. */
export const waitForListener = (view: Window, target: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const onEvent = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source === view.parent && origin === target && data === call) resolve();
    };
    view.addEventListener('message', onEvent, { signal });
  });

/** Retries until it succeeds. Rejects with the last failure after `deadline` milliseconds or when it is stopped. */
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
