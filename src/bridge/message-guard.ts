import { messageMaximum } from './messages.ts';

/**
 * post-robot answers whoever asks, and a message that claims to come from `file:` even to `'*'`, with the address of
 * the page in the answer. So a capturing listener lets only the right ones through: size, claim, source, origin.
 * Messages that are not post-robot's are nobody's business here.
 */
type Incoming = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>;
export type Peer = { window: Window; origin: string };

const isPostRobots = (data: unknown): data is string => typeof data === 'string' && data.includes('__post_robot_');

const claimsOf = (text: string): unknown[] => {
  try {
    const packed: Record<string, unknown> = JSON.parse(text);
    return Object.values(packed)
      .flat()
      .map((message) =>
        typeof message === 'object' && message !== null && 'origin' in message ? message.origin : null,
      );
  } catch {
    return [null];
  }
};

/** Whether post-robot may see the event. `strangers`: what happens to windows that are not the peer. */
export const admits = (event: Incoming, peer: Peer, strangers: 'pass' | 'drop'): boolean => {
  if (!isPostRobots(event.data)) return true;
  if (event.source === peer.window ? event.origin !== peer.origin : strangers === 'drop') return false;
  return event.data.length <= messageMaximum && claimsOf(event.data).every((claim) => claim === event.origin);
};

/** @returns how to take the guard away. */
export const guardMessages = (view: Window, peer: Peer, strangers: 'pass' | 'drop'): (() => void) => {
  const listener = (event: MessageEvent<unknown>): void => {
    if (!admits(event, peer, strangers)) event.stopImmediatePropagation();
  };
  view.addEventListener('message', listener, { capture: true });
  return () => view.removeEventListener('message', listener, { capture: true });
};
