import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { freePorts } from '../../scripts/test-tools/ports.mjs';
import { buildFolder } from './build-folder.ts';

/** Returns three free ports for the program, as its variables. */
export const programPorts = async () => {
  const [PORT = '', DEMO_PORT = '', STRIPE_SIMULATOR_PORT = ''] = (await freePorts([0, 0, 0])).map(String);
  return { PORT, DEMO_PORT, STRIPE_SIMULATOR_PORT };
};

/** Returns whether a server listens on the port. */
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
  /** Returns everything that the process has printed so far. */
  output(): string;
  /** Resolves when the startup banner appears. @throws the output when the process ends first. */
  ready: Promise<void>;
  exited: Promise<number | null>;
};

/** Starts the real program as `npm start` does, with pages that contain only a title. */
export const startServer = async (given: Record<string, string>): Promise<ServerProcess> => {
  const built = buildFolder();
  const env = { ...(await programPorts()), BUILD_FOLDER: built, ...given };
  const child = spawn(process.execPath, ['backend/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const greeted = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (/^(Portal|The portal listens) /m.test(text)) greeted.resolve();
    });
  }
  const exited = once(child, 'close').then(([code]: (number | null)[]) => {
    rmSync(built, { recursive: true });
    return code ?? null;
  });
  const ended = exited.then(() => Promise.reject(new Error(text)));
  const ready = Promise.race([greeted.promise, ended]);
  ready.catch(() => undefined);
  return {
    child,
    port: Number(env.PORT),
    demoPort: Number(env.DEMO_PORT),
    simulatorPort: Number(env.STRIPE_SIMULATOR_PORT),
    output: () => text,
    ready,
    exited,
  };
};
