import { checkBuild, ConfigError, loadConfig } from './load-config.ts';

/**
 * Prints what is wrong in the configuration. `npm start` runs it before the build, because a build takes much longer. With
 * the argument `build` it reads only what a build needs, which may run where no secret is.
 */
try {
  if (process.argv[2] === 'build') checkBuild(process.env);
  else loadConfig(process.env);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
