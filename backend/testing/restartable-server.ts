import { programPorts, type ServerProcess, startServer } from './server-process.ts';

/** Thrown when the server answered 503: nothing was done, and the same request can be sent again. */
export class ServerUnavailable extends Error {}

/** A server that can be killed and restarted at the same addresses. */
export type RestartableServer = {
  portalUrl: string;
  simulatorUrl: string;
  /** Repeats a call until it succeeds without a kill or a 503, like a person who presses the button again. */
  withRetries<Answer>(ask: () => Promise<Answer>): Promise<Answer>;
  /** Kills the server with `kill -9` and restarts it. */
  kill(): Promise<void>;
  /** Stops the server regularly. */
  stop(): Promise<void>;
};

/**
 * Returns whether a call should be repeated. `fetch` throws a TypeError when the connection fails or breaks, and a 503
 * asks for a retry.
 */
const isRetryable = (error: unknown): boolean => error instanceof TypeError || error instanceof ServerUnavailable;

export const startRestartableServer = async (env: Record<string, string>): Promise<RestartableServer> => {
  const ports = await programPorts();
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
    async withRetries(ask) {
      for (;;) {
        const asked = await running;
        try {
          return await ask();
        } catch (error) {
          if (!isRetryable(error)) throw error;
          // The process exited without a kill.
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
