import { isRecord } from '../contracts/shapes.ts';
import { messageMaximum } from './messages.ts';

/**
 * Filters messages before post-robot, which answers every sender: one that claims the origin `file:` with the address
 * of the page, and even to `'*'`. A message without an origin, and a response that no code waits for, make it throw
 * where no caller can catch it. This listener accepts only the right size, claim, source and origin, and ignores
 * messages that are not post-robot's.
 */
type Incoming = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>;

export type Peer = { window: Window; origin: string };

const mark = '__post_robot_';

/** Returns the text that post-robot reads by JSON.parse, which also accepts text in an array or a String object. */
const textOf = (data: unknown): string => {
  try {
    return typeof data === 'string' || Array.isArray(data) || data instanceof String ? String(data) : '';
  } catch {
    // An array with a value that cannot become text. JSON.parse fails for it too.
    return '';
  }
};

const isPostRobots = (text: string): boolean =>
  text
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .includes(mark);

/** Detects an object with a `__type__`, which post-robot replaces with a value that can change a claim. */
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

const admitsSource = ({ source, origin }: Incoming, peers: readonly Peer[], hasOwn: boolean): boolean => {
  const known = peers.filter((peer) => peer.window === source);
  return known.length === 0 ? hasOwn : known.every((peer) => peer.origin === origin);
};

/** Returns whether post-robot may receive the event. `hasOwn`: the page uses it itself, so other windows may write. */
export const admits = (event: Incoming, peers: readonly Peer[], hasOwn: boolean): boolean => {
  const text = textOf(event.data);
  if (!isPostRobots(text)) return true;
  // post-robot's own messages are plain text.
  if (typeof event.data !== 'string' || !admitsSource(event, peers, hasOwn)) return false;
  // post-robot treats the origin "null" of a sandboxed page as `file:`.
  if (event.origin === 'null' || text.length > messageMaximum) return false;
  return claimsOf(text).every((claim) => claim === event.origin);
};

const globalsOf = (view: Window): string[] => Object.keys(view).filter((key) => key.startsWith(mark));

const guarded = new Map<Window, Peer[]>();

/**
 * Installs the filter, before post-robot is imported: a window calls its listeners in the order of their registration,
 * capturing or not (Chromium 156). The first listener therefore stays, and only the peers change.
 * @returns a function that removes the peer.
 */
export const guardMessages = (view: Window, peer: Peer): (() => void) => {
  const peers = guarded.get(view) ?? [];
  if (!guarded.has(view)) {
    guarded.set(view, peers);
    const before = globalsOf(view);
    const hasOwn = (): boolean => before.length > 0 || globalsOf(view).length > 1;
    view.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (!admits(event, peers, hasOwn())) event.stopImmediatePropagation();
    });
  }
  peers.push(peer);
  return () => void peers.splice(peers.indexOf(peer), 1);
};

/**
 * Wraps post-robot (pinned: last changed in 2023), which on import adds a listener and a global and announces itself to
 * `'*'`: it is loaded only for a peer. Its default is `'*'`, so calls pass domain and window.
 */
export type Channel = {
  on(name: string, handler: (data: unknown) => unknown): void;
  /** Rejects when the other side does not acknowledge within two seconds (ten once it is known). */
  ask(name: string, data: object): Promise<unknown>;
  /** Sends one message without waiting for a response. */
  send(name: string, data: object): void;
  close(): void;
};

const answerWithin = 10_000;

export const openChannel = async (view: Window, peer: Peer): Promise<Channel> => {
  const unguard = guardMessages(view, peer);
  const { default: postRobot } = await import('post-robot');
  const listeners: { cancel(): void }[] = [];
  return {
    on(name, handler) {
      listeners.push(postRobot.on(name, { window: peer.window, domain: peer.origin }, ({ data }) => handler(data)));
    },
    async ask(name, data) {
      const answer = await postRobot.send(peer.window, name, data, { domain: peer.origin, timeout: answerWithin });
      return answer.data;
    },
    send(name, data) {
      // No code waits for this message, so a window that was closed in the meantime is no error.
      postRobot
        .send(peer.window, name, data, { domain: peer.origin, fireAndForget: true })
        .then(undefined, () => undefined);
    },
    close() {
      for (const listener of listeners) listener.cancel();
      unguard();
    },
  };
};
