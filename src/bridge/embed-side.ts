import { isRecord } from '../contracts/shapes.ts';
import { openChannel, type Peer } from './channel.ts';
import { announceListener } from './handshake.ts';
import {
  type FramedEvent,
  framedEvents,
  messageName,
  parseDetail,
  parseHeight,
  type FrameSettings,
} from './messages.ts';

type Options = {
  view: Window;
  frame: Window;
  /** The portal's origin, the only one that the frame may have. */
  portal: string;
  /** Whether the frame existed before this code: its first message may have been lost. */
  isLoaded(): boolean;
  /** Read for each `hello` of the frame. */
  settings(): FrameSettings;
  onConnected(): void;
  onEvent(name: FramedEvent, detail: object): void;
  onHeight(height: number): void;
};

export type EmbedSide = { changed(settings: FrameSettings): void; close(): void };

/** Connects the partner's page with a framed widget. A result that arrived before is dropped. */
export const openEmbedSide = async (options: Options): Promise<EmbedSide> => {
  const peer: Peer = { window: options.frame, origin: options.portal };
  const channel = await openChannel(options.view, peer);
  const heard = new Set<unknown>();
  let connected = false;

  channel.on(messageName('hello'), () => {
    connected = true;
    options.onConnected();
    return options.settings();
  });
  channel.on(messageName('size'), (data) => {
    const height = parseHeight(data);
    if (height !== null) options.onHeight(height);
  });
  for (const name of framedEvents) {
    channel.on(messageName(name), (data) => {
      const detail = parseDetail(name, data);
      // Only a result has an id.
      const id = isRecord(data) ? data['id'] : undefined;
      if (detail === null || heard.has(id)) return;
      if (id !== undefined) heard.add(id);
      options.onEvent(name, detail);
    });
  }
  if (options.isLoaded()) announceListener(options.frame, options.portal);
  return {
    // Before the first `hello` the frame does not listen. The response to it contains the latest settings.
    changed: (settings) => (connected ? channel.send(messageName('settings'), settings) : undefined),
    close: () => channel.close(),
  };
};
