import { isRecord } from '../lib/shapes.ts';
import { messageMaximum } from './messages.ts';

/**
 * post-robot answers whoever asks, and a message that claims to come from `file:` even to `'*'`, with the address of
 * the page in the answer; a message without an origin makes it throw on the page. So a listener that was there first
 * lets only the right ones through: size, claim, source, origin. Other messages are nobody's business here.
 */
type Incoming = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>;

/** `strangers`: what happens to windows that are not the peer. A partner's page may use post-robot itself. */
export type Peer = { window: Window; origin: string; strangers: 'pass' | 'drop' };

const mark = '__post_robot_';

/** What post-robot reads: it gives everything to JSON.parse, which takes the text in a list or a String object too. */
const textOf = (data: unknown): string => {
  try {
    return typeof data === 'string' || Array.isArray(data) || data instanceof String ? String(data) : '';
  } catch {
    // A list of what can't become text; JSON.parse gives up on it as well.
    return '';
  }
};

const isPostRobots = (text: string): boolean =>
  text
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .includes(mark);

/** post-robot turns an object with a `__type__` into the value that it wraps, and with it into another claim. */
const claimOf = (message: unknown): unknown =>
  isRecord(message) && !('__type__' in message) ? message['origin'] : null;

const claimsOf = (text: string): unknown[] => {
  try {
    const packed: Record<string, unknown> = JSON.parse(text);
    return Object.values(packed).flat().map(claimOf);
  } catch {
    return [null];
  }
};

const admitsFor = ({ source, origin }: Incoming, peer: Peer): boolean =>
  source === peer.window ? origin === peer.origin : peer.strangers === 'pass';

/** Whether post-robot may see the event. */
export const admits = (event: Incoming, peers: readonly Peer[]): boolean => {
  const text = textOf(event.data);
  if (!isPostRobots(text)) return true;
  // Its own messages are plain text.
  if (typeof event.data !== 'string' || !peers.every((peer) => admitsFor(event, peer))) return false;
  // A sandboxed page's "null" is `file:` to post-robot.
  if (event.origin === 'null' || text.length > messageMaximum) return false;
  return claimsOf(text).every((claim) => claim === event.origin);
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
