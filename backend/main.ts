import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, loadConfig } from './config.ts';
import { DataFolderError } from './db/folder-lock.ts';
import { serve } from './serve.ts';
import { BundleError } from './server/bundle-stamp.ts';
import { ListenError } from './server/listen.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The build may be told another folder; then so must the server. */
const built = resolve(root, process.env['BUILD_FOLDER'] || 'dist');
const mendable = [ConfigError, DataFolderError, BundleError, ListenError];

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

process.on('uncaughtException', fail);
try {
  const stop = await serve(loadConfig(process.env), { built, env: process.env });
  const end = (): void => {
    stop().then(() => process.exit(0), fail);
  };
  // A second signal ends the process at once, as nobody listens any more.
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
} catch (error) {
  fail(error);
}
