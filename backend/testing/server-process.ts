import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePorts } from '../../scripts/test-tools/ports.ts';
import { languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { routes } from '../../src/contracts/routes.ts';

/** The version of the release in this folder. */
export const builtVersion = '0.1.0-0a1b2c3d';

/** Creates a folder like the result of a build, with the files that the server reads. */
export const buildFolder = (stamp: object = { mode: 'development' }): string => {
  const built = mkdtempSync(join(tmpdir(), 'built-'));
  const pages = languages.flatMap((language) =>
    Object.entries(routes).map(([name, { path }]) => [
      `site/pages/${language}/${name}.html`,
      `<!doctype html><title>${name} in ${language}</title><link rel="canonical" href="${publicOriginMark}${path}">`,
    ]),
  );
  const files = {
    ...Object.fromEntries(pages),
    'site/assets/index-Bj2LblBN.js': '',
    'elements/loader.js': '',
    'elements/reset-password.js': '',
    'elements/release.json': JSON.stringify({ version: builtVersion, integrity: {} }),
    'elements/chunks/sign-in-DaCWor9G.js': '',
    'build.json': JSON.stringify(stamp),
  };
  for (const [file, text] of Object.entries<string>(files)) {
    mkdirSync(dirname(join(built, file)), { recursive: true });
    writeFileSync(join(built, file), text);
  }
  return built;
};

/** Returns three free ports for the program, as its variables. */
export const programPorts = async () => {
  const [PORT = '', DEMO_PORT = '', STRIPE_SIMULATOR_PORT = ''] = (await freePorts([0, 0, 0])).map(String);
  return { PORT, DEMO_PORT, STRIPE_SIMULATOR_PORT };
};

/** Returns whether a server listens on the port. */
export const isPortOpen = (port: number | string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

/** Starts the program, or another `script`, as `npm start` does. Without `BUILD_FOLDER`, pages contain only a title. */
export const startServer = async (given: Record<string, string>, { script = 'backend/main.ts', cwd = '.' } = {}) => {
  const built = given['BUILD_FOLDER'] ?? buildFolder();
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const settings = { ...(await programPorts()), APP_MODE: 'development', BUILD_FOLDER: built, ...given };
  const { PORT, DEMO_PORT, STRIPE_SIMULATOR_PORT } = settings;
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
  const exited = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const ended = exited.then(() => Promise.reject(new Error(text)));
  const ready = Promise.race([greeted.promise, ended]);
  ready.catch(() => undefined);
  return {
    child,
    port: Number(PORT),
    /** Its ports as variables, for a later process at the same addresses. */
    ports: { PORT, DEMO_PORT, STRIPE_SIMULATOR_PORT },
    portalUrl: `http://localhost:${PORT}`,
    simulatorUrl: `http://localhost:${STRIPE_SIMULATOR_PORT}`,
    /** Returns everything that the process has printed so far. */
    output: () => text,
    /** Returns its warnings and errors. */
    warnings: () => warned,
    /** Resolves when the startup banner appears. @throws the output when the process ends first. */
    ready,
    exited,
    /** Ends the process. */
    halt: async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
      child.kill(signal);
      await exited;
    },
  };
};
export type ServerProcess = Awaited<ReturnType<typeof startServer>>;
