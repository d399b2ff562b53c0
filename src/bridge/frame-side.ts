import type { AuthResult } from '../contracts/auth-result.ts';
import type { ElementEventDetails, ElementEventName, StepDetail } from '../contracts/elements.ts';
import { logWarning, randomBase64Url } from '../lib/browser.ts';
import { openChannel } from './channel.ts';
import { waitForListener, handshakeDeadline, retryUntil } from './handshake.ts';
import { messageNames, parseSettings, type Settings } from './messages.ts';

/** Connects the widget with `<maths-embed>`. It sends nothing on a page that only listens with a handler. */
export type FrameSide = {
  ready(): void;
  succeeded(result: AuthResult): void;
  failed(error: ElementEventDetails['auth-error']): void;
  stepped(detail: StepDetail): void;
  /** Sends an event that an element has emitted, if a partner's page is meant to hear it. */
  emitted(name: ElementEventName, detail: object): void;
  resized(height: number): void;
  close(): void;
};

/** The messages of the events that have no call of their own. */
const emittedMessages: Partial<Record<ElementEventName, string>> = {
  'update-requested': messageNames.updateRequested,
  declared: messageNames.declared,
};

type Options = { view: Window; target: string; onSettings(settings: Settings): void };

/** Messages from before the partner's response wait for it. Of several heights, only the last one is sent. */
export const openFrameSide = ({ view, target, onSettings }: Options): FrameSide => {
  if (view.origin === 'null') {
    logWarning(
      'The frame is in a sandbox without allow-same-origin: its messages come from the origin "null", and a page that compares event.origin drops them. Add allow-same-origin.',
    );
  }
  const opened = openChannel(view, { window: view.parent, origin: target });
  const stop = new AbortController();

  const connected = opened.then(async (channel) => {
    channel.on(messageNames.settings, (data) => onSettings(parseSettings(data)));
    const greet = () => retryUntil(handshakeDeadline, stop.signal, () => channel.ask(messageNames.hello, {}));
    const settings = await Promise.any([greet(), waitForListener(view, target, stop.signal).then(greet)]);
    onSettings(parseSettings(settings));
    return channel;
  });
  connected.catch(() => undefined);

  const tell = (name: string, data: () => object): void => {
    connected.then(
      (channel) => channel.tell(name, data()),
      () => undefined,
    );
  };
  let height = 0;
  let told = -1;
  return {
    ready: () => tell(messageNames.ready, () => ({})),
    succeeded(result) {
      const id = randomBase64Url(16);
      tell(messageNames.success, () => ({ id, result }));
    },
    failed: (error) => tell(messageNames.error, () => error),
    stepped: (detail) => tell(messageNames.step, () => detail),
    emitted(name, detail) {
      const message = emittedMessages[name];
      if (message !== undefined) tell(message, () => detail);
    },
    resized(next) {
      height = next;
      connected.then(
        (channel) => {
          if (height === told) return;
          told = height;
          channel.tell(messageNames.size, { height });
        },
        () => undefined,
      );
    },
    close() {
      stop.abort();
      opened.then(
        (channel) => channel.close(),
        () => undefined,
      );
    },
  };
};
