import { ConfigError, loadConfig } from './load-config.ts';

/**
 * Prints what is wrong in the configuration. `npm start` runs it before the build, because a build takes much longer.
 */
try {
  loadConfig(process.env);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
