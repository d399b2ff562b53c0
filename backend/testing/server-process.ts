import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A port that nobody uses at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

/** Whether somebody listens there. */
export const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

export type ServerProcess = {
  child: ChildProcess;
  port: number;
  demoPort: number;
  simulatorPort: number;
  /** All that it printed so far. */
  output(): string;
  /** Resolves when it greets. @throws what it printed when it ends first. */
  ready: Promise<void>;
  exited: Promise<number | null>;
};

/** The real program, as `npm start` runs it. */
export const startServer = async (env: Record<string, string>): Promise<ServerProcess> => {
  const port = Number(env['PORT'] ?? (await freePort()));
  const demoPort = Number(env['DEMO_PORT'] ?? (await freePort()));
  const simulatorPort = Number(env['STRIPE_SIMULATOR_PORT'] ?? (await freePort()));
  const child = spawn(process.execPath, ['backend/main.ts'], {
    env: {
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      STRIPE_SIMULATOR_PORT: String(simulatorPort),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const greeted = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (/^(Portal|The portal listens) /m.test(text)) greeted.resolve();
    });
  }
  const exited = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const ended = exited.then(() => Promise.reject(new Error(text)));
  const ready = Promise.race([greeted.promise, ended]);
  ready.catch(() => undefined);
  return { child, port, demoPort, simulatorPort, output: () => text, ready, exited };
};
