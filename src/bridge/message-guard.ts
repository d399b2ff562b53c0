import { messageMaximum } from './messages.ts';

/**
 * post-robot answers whoever asks, and a message that claims to come from `file:` even to `'*'`, with the address of
 * the page in the answer; a message without an origin makes it throw on the page. So a listener that was there first
 * lets only the right ones through: size, claim, source, origin. Other messages are nobody's business here.
 */
type Incoming = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>;

/** `strangers`: what happens to windows that are not the peer. A partner's page may use post-robot itself. */
export type Peer = { window: Window; origin: string; strangers: 'pass' | 'drop' };

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

const admitsFor = ({ source, origin }: Incoming, peer: Peer): boolean =>
  source === peer.window ? origin === peer.origin : peer.strangers === 'pass';

/** Whether post-robot may see the event. */
export const admits = (event: Incoming, peers: readonly Peer[]): boolean => {
  if (!isPostRobots(event.data)) return true;
  if (!peers.every((peer) => admitsFor(event, peer))) return false;
  return event.data.length <= messageMaximum && claimsOf(event.data).every((claim) => claim === event.origin);
};

const guarded = new Map<Window, Peer[]>();

/**
 * Call it before post-robot is imported: on a window, listeners run in the order in which they came, capturing or not
 * (Chromium 156). So the first listener stays for the life of the page, and only the peers come and go.
 * @returns how to take the peer away.
 */
export const guardMessages = (view: Window, peer: Peer): (() => void) => {
  const peers = guarded.get(view) ?? [];
  if (!guarded.has(view)) {
    guarded.set(view, peers);
    view.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (!admits(event, peers)) event.stopImmediatePropagation();
    });
  }
  peers.push(peer);
  return () => void peers.splice(peers.indexOf(peer), 1);
};
