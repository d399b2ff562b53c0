import { guardMessages, type Peer } from './message-guard.ts';

/**
 * post-robot behind our own interface (pinned: its last change was in 2023). It opens a listener and a global on
 * import and says hello to `'*'` with nothing but an instance id, so it is loaded only when there is somebody to talk
 * to. Its defaults are `'*'` too: every call here names domain and window.
 */
export type Channel = {
  on(name: string, handler: (data: unknown) => unknown): void;
  /** Rejects when the other side does not acknowledge within two seconds (ten once it is known). */
  ask(name: string, data: object): Promise<unknown>;
  /** Sent once, nothing awaited. */
  tell(name: string, data: object): void;
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
    tell(name, data) {
      // A window that went away in the meantime is no error for a message that nobody waits for.
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
