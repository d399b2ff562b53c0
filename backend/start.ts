import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseUnavailableError } from './db/connection-problem.ts';
import { DataFolderError } from './db/data-folder.ts';
import { ConfigError, type Environment, loadConfig } from './config/load-config.ts';
import { serve } from './serve.ts';
import { BundleError } from './server/built-files.ts';
import { ListenError } from './server/listen.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const expectedErrors = [ConfigError, DataFolderError, DatabaseUnavailableError, BundleError, ListenError];

/**
 * @returns a function that stops the server
 * @throws ConfigError without APP_MODE: a server whose variables were lost must not start in development.
 */
export const start = async (env: Environment): Promise<() => Promise<void>> => {
  if (!env['APP_MODE']) {
    throw new ConfigError(['APP_MODE is missing: set production, or development to try the portal on this machine.']);
  }
  return serve(loadConfig(env), { built: resolve(root, env['BUILD_FOLDER'] || 'dist'), env });
};

/** Reduces an unexpected error to its kind and place, because its message may quote personal data. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The server broke.';
  if (expectedErrors.some((kind) => error instanceof kind)) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`The server broke: ${error.name}${code}`, ...places].join('\n');
};
