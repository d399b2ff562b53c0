import type { AuthResult } from '../contracts/auth-result.ts';
import type { ElementEventDetails } from '../contracts/elements.ts';
import { openChannel } from './channel.ts';
import { callAgain } from './handshake.ts';
import type { Peer } from './message-guard.ts';
import { messageNames, parseError, parseHeight, parseResult, type Settings } from './messages.ts';

type Options = {
  view: Window;
  frame: Window;
  /** The portal's origin, the only one that the frame may have. */
  portal: string;
  /** Whether a page was there before this: it may have said hello while nobody listened. */
  isLoaded(): boolean;
  /** Read at each hello. */
  settings(): Settings;
  onConnected(): void;
  onReady(): void;
  onSuccess(result: AuthResult): void;
  onError(error: ElementEventDetails['auth-error']): void;
  onUpdateRequested(): void;
  onHeight(height: number): void;
};

export type EmbedSide = { changed(settings: Settings): void; close(): void };

/** The partner page's end of the talk with a framed widget. A result that was heard before is dropped. */
export const openEmbedSide = async (options: Options): Promise<EmbedSide> => {
  const peer: Peer = { window: options.frame, origin: options.portal, strangers: 'pass' };
  const channel = await openChannel(options.view, peer);
  const heard = new Set<string>();
  let connected = false;

  channel.on(messageNames.hello, () => {
    connected = true;
    options.onConnected();
    return options.settings();
  });
  channel.on(messageNames.ready, () => options.onReady());
  channel.on(messageNames.size, (data) => {
    const height = parseHeight(data);
    if (height !== null) options.onHeight(height);
  });
  channel.on(messageNames.success, (data) => {
    const message = parseResult(data);
    if (message === null || heard.has(message.id)) return;
    heard.add(message.id);
    options.onSuccess(message.result);
  });
  channel.on(messageNames.error, (data) => {
    const error = parseError(data);
    if (error !== null) options.onError(error);
  });
  channel.on(messageNames.updateRequested, () => options.onUpdateRequested());
  if (options.isLoaded()) callAgain(options.frame, options.portal);
  return {
    // Before the first hello there is nobody to tell; the hello's answer carries the newest.
    changed: (settings) => (connected ? channel.tell(messageNames.settings, settings) : undefined),
    close: () => channel.close(),
  };
};
