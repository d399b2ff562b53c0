import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, loadConfig } from './load-config.ts';
import { DataFolderError } from './db/folder-lock.ts';
import { DatabaseUnavailableError } from './db/wait-for-postgres.ts';
import { serve } from './serve.ts';
import { BundleError } from './server/bundle-stamp.ts';
import { ListenError } from './server/listen.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The server reads the same BUILD_FOLDER variable as the build. */
const built = resolve(root, process.env['BUILD_FOLDER'] || 'dist');
const expectedErrors = [ConfigError, DataFolderError, DatabaseUnavailableError, BundleError, ListenError];

/**
 * Describes an error for the operator. An unexpected error is reduced to its kind and place, because its message may
 * quote personal data.
 */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The server broke.';
  if (expectedErrors.some((kind) => error instanceof kind)) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`The server broke: ${error.name}${code}`, ...places].join('\n');
};

const fail = (error: unknown): void => {
  process.stderr.write(`${describe(error)}\n`, () => process.exit(1));
};

/**
 * Milliseconds in which a second signal counts as the same one: a signal to the process group arrives twice, once from
 * `npm start`. A later signal stops the server at once.
 */
const repeatedSignalWindow = 3_000;

process.on('uncaughtException', fail);
try {
  const stop = await serve(loadConfig(process.env), { built, env: process.env });
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
