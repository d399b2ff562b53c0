import type { AuthResult } from '../contracts/auth-result.ts';
import type { ElementEventDetails, StepDetail } from '../contracts/elements.ts';
import { openChannel } from './channel.ts';
import { announceListener } from './handshake.ts';
import type { Peer } from './message-guard.ts';
import {
  messageNames,
  parseDeclared,
  parseError,
  parseHeight,
  parseResult,
  parseStep,
  type Settings,
} from './messages.ts';

type Options = {
  view: Window;
  frame: Window;
  /** The portal's origin, the only one that the frame may have. */
  portal: string;
  /** Whether the frame existed before this code: its first message may have been lost. */
  isLoaded(): boolean;
  /** Read for each `hello` of the frame. */
  settings(): Settings;
  onConnected(): void;
  onReady(): void;
  onSuccess(result: AuthResult): void;
  onError(error: ElementEventDetails['auth-error']): void;
  onStep(detail: StepDetail): void;
  onUpdateRequested(): void;
  onDeclared(detail: ElementEventDetails['declared']): void;
  onHeight(height: number): void;
};

export type EmbedSide = { changed(settings: Settings): void; close(): void };

/** Connects the partner's page with a framed widget. A result that arrived before is dropped. */
export const openEmbedSide = async (options: Options): Promise<EmbedSide> => {
  const peer: Peer = { window: options.frame, origin: options.portal };
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
  channel.on(messageNames.step, (data) => {
    const step = parseStep(data);
    if (step !== null) options.onStep(step);
  });
  channel.on(messageNames.updateRequested, () => options.onUpdateRequested());
  channel.on(messageNames.declared, (data) => {
    const declared = parseDeclared(data);
    if (declared !== null) options.onDeclared(declared);
  });
  if (options.isLoaded()) announceListener(options.frame, options.portal);
  return {
    // Before the first `hello` the frame does not listen. The response to it contains the latest settings.
    changed: (settings) => (connected ? channel.tell(messageNames.settings, settings) : undefined),
    close: () => channel.close(),
  };
};
