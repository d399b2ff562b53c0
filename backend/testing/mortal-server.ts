import { Unavailable } from './purchase-calls.ts';
import { freePorts, type ServerProcess, startServer } from './server-process.ts';

/** A server that somebody starts again, at the same addresses, whenever it was killed. */
export type MortalServer = {
  portalUrl: string;
  simulatorUrl: string;
  /** Repeats it until no kill and no 503 comes in between: a person presses the button again. */
  persistently<Answer>(ask: () => Promise<Answer>): Promise<Answer>;
  /** `kill -9`, and the start after it. */
  kill(): Promise<void>;
  /** Ends it as it is meant to be ended. */
  stop(): Promise<void>;
};

/** `fetch` throws a TypeError when the other side is not there or goes away in the middle. A 503 asks to try again. */
const isToRepeat = (error: unknown): boolean => error instanceof TypeError || error instanceof Unavailable;

export const startMortalServer = async (env: Record<string, string>): Promise<MortalServer> => {
  const ports = await freePorts();
  const start = async (): Promise<ServerProcess> => {
    const server = await startServer({ ...env, ...ports });
    await server.ready;
    return server;
  };
  let running = start();
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const server = await running;
    server.child.kill(signal);
    await server.exited;
  };
  await running;

  return {
    portalUrl: `http://localhost:${ports.PORT}`,
    simulatorUrl: `http://localhost:${ports.STRIPE_SIMULATOR_PORT}`,
    async persistently(ask) {
      for (;;) {
        const asked = await running;
        try {
          return await ask();
        } catch (error) {
          if (!isToRepeat(error)) throw error;
          // It went by itself.
          if (asked.child.exitCode !== null) throw new Error(asked.output());
        }
      }
    },
    async kill() {
      running = end('SIGKILL').then(start);
      await running;
    },
    stop: () => end('SIGTERM'),
  };
};
