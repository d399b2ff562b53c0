import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../scripts/test-tools/ports.mjs';
import { languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { routes } from '../../src/contracts/routes.ts';
import { ServerUnavailable } from './parent-calls.ts';

/** The version of the release in this folder. */
export const builtVersion = '0.1.0-0a1b2c3d';

/** Creates a folder like the result of a build, with the files that the server reads. */
export const buildFolder = (stamp: object = { mode: 'development' }): string => {
  const built = mkdtempSync(join(tmpdir(), 'built-'));
  for (const folder of ['site/assets', 'elements/chunks', ...languages.map((language) => `site/pages/${language}`)])
    mkdirSync(join(built, folder), { recursive: true });
  for (const language of languages) {
    for (const [name, { path }] of Object.entries(routes)) {
      const page = `<!doctype html><title>${name} in ${language}</title><link rel="canonical" href="${publicOriginMark}${path}">`;
      writeFileSync(join(built, `site/pages/${language}/${name}.html`), page);
    }
  }
  writeFileSync(join(built, 'site/assets/index-Bj2LblBN.js'), '');
  writeFileSync(join(built, 'elements/loader.js'), '');
  writeFileSync(join(built, 'elements/reset-password.js'), '');
  writeFileSync(join(built, 'elements/release.json'), JSON.stringify({ version: builtVersion, integrity: {} }));
  writeFileSync(join(built, 'elements/chunks/sign-in-DaCWor9G.js'), '');
  writeFileSync(join(built, 'build.json'), JSON.stringify(stamp));
  return built;
};

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
  /** Returns its warnings and errors. */
  warnings(): string;
  /** Resolves when the startup banner appears. @throws the output when the process ends first. */
  ready: Promise<void>;
  exited: Promise<number | null>;
  /** Ends the process. */
  halt(signal?: NodeJS.Signals): Promise<void>;
};

/**
 * Starts the program as `npm start` does. Without `BUILD_FOLDER`, its pages contain only a title.
 * @param script another program that serves a portal
 */
export const startServer = async (
  given: Record<string, string>,
  { script = 'backend/main.ts', cwd = '.' } = {},
): Promise<ServerProcess> => {
  const built = given['BUILD_FOLDER'] ?? buildFolder();
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const settings = { ...(await programPorts()), APP_MODE: 'development', BUILD_FOLDER: built, ...given };
  const env = { NODE_COMPILE_CACHE, ...settings };
  const child = spawn(process.execPath, [script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let text = '';
  let warned = '';
  const greeted = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (stream === child.stderr) warned += chunk;
      if (/^(Portal|The portal listens) /m.test(text)) greeted.resolve();
    });
  }
  const exited = once(child, 'close').then(([code]: (number | null)[]) => {
    if (given['BUILD_FOLDER'] === undefined) rmSync(built, { recursive: true });
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
    warnings: () => warned,
    ready,
    exited,
    halt: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exited;
    },
  };
};

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
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => (await running).halt(signal);
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
