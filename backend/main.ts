import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, loadConfig } from './config.ts';
import { DataFolderError } from './db/folder-lock.ts';
import { DatabaseUnavailableError } from './db/wait-for-postgres.ts';
import { serve } from './serve.ts';
import { BundleError } from './server/bundle-stamp.ts';
import { ListenError } from './server/listen.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The build may be told another folder; then so must the server. */
const built = resolve(root, process.env['BUILD_FOLDER'] || 'dist');
const mendable = [ConfigError, DataFolderError, DatabaseUnavailableError, BundleError, ListenError];

/** A sentence for what a person can mend; else the kind and the place, for a message may quote somebody's data. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The server broke.';
  if (mendable.some((kind) => error instanceof kind)) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`The server broke: ${error.name}${code}`, ...places].join('\n');
};

const fail = (error: unknown): void => {
  process.stderr.write(`${describe(error)}\n`, () => process.exit(1));
};

/**
 * A signal to the whole group arrives twice, once from `npm start`. Only one that comes later means: at once.
 * Milliseconds.
 */
const sameBreath = 3_000;

process.on('uncaughtException', fail);
try {
  const stop = await serve(loadConfig(process.env), { built, env: process.env });
  let told: number | undefined;
  const end = (): void => {
    if (told === undefined) {
      told = Date.now();
      stop().then(() => process.exit(0), fail);
    } else if (Date.now() - told > sameBreath) process.exit(1);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
} catch (error) {
  fail(error);
}
