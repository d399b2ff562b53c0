import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, loadConfig } from './config/load-config.ts';
import { codeOf, DatabaseUnavailableError } from './db/connection-problem.ts';
import { DataFolderError } from './db/data-folder.ts';
import { servePortal } from './serve.ts';
import { BundleError } from './server/built-files.ts';
import { ListenError } from './server/listen.ts';

const expectedErrors = [ConfigError, DataFolderError, DatabaseUnavailableError, BundleError, ListenError];

/** Reduces an unexpected error to its kind and place, because its message may quote personal data. */
const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The server broke.';
  if (expectedErrors.some((kind) => error instanceof kind)) return error.message;
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`The server broke: ${error.name} ${codeOf(error)}`.trim(), ...places].join('\n');
};

const fail = (error: unknown): void => {
  process.stderr.write(`${describeError(error)}\n`, () => process.exit(1));
};

/** Milliseconds in which a second signal is the same one: a process group gets it twice. A later one ends at once. */
const repeatedSignalWindow = 3_000;

process.on('uncaughtException', fail);
// `npm start` holds a channel to this process, which closes when it ends, for any reason.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// A server serves on when its output cannot be written, because a disk is full or a terminal was closed.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
try {
  const { env } = process;
  // A server whose variables were lost must not start in development.
  if (!env['APP_MODE']) {
    throw new ConfigError(['APP_MODE is missing: set production, or development to try the portal on this machine.']);
  }
  // The build reads the same BUILD_FOLDER.
  const built = resolve(fileURLToPath(new URL('..', import.meta.url)), env['BUILD_FOLDER'] || 'dist');
  const stop = await servePortal(loadConfig(env), { built, env });
  let stoppingSince: number | undefined;
  const end = (): void => {
    if (stoppingSince === undefined) {
      stoppingSince = Date.now();
      stop().then(() => process.exit(0), fail);
    } else if (Date.now() - stoppingSince > repeatedSignalWindow) process.exit(1);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
} catch (error) {
  fail(error);
}
