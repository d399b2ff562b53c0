import { guardMessages, type Peer } from './message-guard.ts';

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
