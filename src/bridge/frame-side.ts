import type { ElementEventName } from '../contracts/elements.ts';
import { logWarning, randomBase64Url } from '../lib/browser.ts';
import { openChannel } from './channel.ts';
import { waitForListener, handshakeDeadline, retryUntil } from './handshake.ts';
import { isFramedEvent, messageName, parseSettings, type FrameSettings } from './messages.ts';

/** Connects the widget with `<maths-embed>`. It sends nothing on a page that only listens with a handler. */
export type FrameSide = {
  /** Sends an event of the element, if `<maths-embed>` fires it. */
  fired(name: ElementEventName, detail: object): void;
  close(): void;
};

/** `content`: what the frame must be high enough to show. */
type Options = { view: Window; content: Element; target: string; onSettings(settings: FrameSettings): void };

/** Messages from before the partner's response wait for it. Of several heights, only the last one is sent. */
export const openFrameSide = ({ view, content, target, onSettings }: Options): FrameSide => {
  if (view.origin === 'null') {
    logWarning(
      'The frame is in a sandbox without allow-same-origin: its messages come from the origin "null", and a page that compares event.origin drops them. Add allow-same-origin.',
    );
  }
  const opened = openChannel(view, { window: view.parent, origin: target });
  const stop = new AbortController();

  const connected = opened.then(async (channel) => {
    channel.on(messageName('settings'), (data) => onSettings(parseSettings(data)));
    const greet = () => retryUntil(handshakeDeadline, stop.signal, () => channel.ask(messageName('hello'), {}));
    const settings = await Promise.any([greet(), waitForListener(view, target, stop.signal).then(greet)]);
    onSettings(parseSettings(settings));
    return channel;
  });
  connected.catch(() => undefined);

  /** In whole CSS pixels. */
  let height = 0;
  let told = 0;
  // Only the content is observed: if its height depended on the frame's, the two would change each other endlessly.
  const observer = new ResizeObserver(() => {
    height = Math.ceil(content.getBoundingClientRect().bottom + view.scrollY);
    connected.then(
      (channel) => {
        if (height === told || height <= 0) return;
        told = height;
        channel.send(messageName('size'), { height });
      },
      () => undefined,
    );
  });
  observer.observe(content);
  return {
    fired(name, detail) {
      if (!isFramedEvent(name)) return;
      // The embed drops a result that it has seen, so that a repeated message does not count as a second sign-in.
      const data = name === 'auth-success' ? { id: randomBase64Url(16), result: detail } : detail;
      connected.then(
        (channel) => channel.send(messageName(name), data),
        () => undefined,
      );
    },
    close() {
      observer.disconnect();
      stop.abort();
      opened.then(
        (channel) => channel.close(),
        () => undefined,
      );
    },
  };
};
