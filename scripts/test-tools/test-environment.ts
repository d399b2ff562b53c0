import { resolve } from 'node:path';
import { settingNames } from '../../backend/config/settings.ts';
import { freePorts } from './ports.ts';

const settings: ReadonlySet<string> = new Set([
  ...settingNames,
  'ENV_FILE',
  'NODE_ENV',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'TEST_DATABASE_URL',
]);

/**
 * Returns the first of the ports of a test portal, which has three. The second worker of the end-to-end tests has the
 * ports five further on (e2e/support/settings.ts), so those are free too.
 */
const freeBase = async (first = 4183): Promise<number> => {
  const wanted = [0, 1, 3, 5, 6, 8].map((offset) => first + offset);
  const found = await freePorts(wanted);
  return found.every((port, place) => port === wanted[place]) ? first : freeBase(first + 20);
};

/**
 * Returns the environment for programs that start a test portal: no settings of the operator, a separate folder and
 * separate ports. A portal or another checkout's tests on this machine are not affected.
 */
export const testEnvironment = async (env: NodeJS.ProcessEnv) => {
  const port = await freeBase();
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !settings.has(name))),
    BUILD_FOLDER: 'dist-test',
    PORT: String(port),
    DEMO_PORT: String(port + 1),
    STRIPE_SIMULATOR_PORT: String(port + 3),
    APP_MODE: 'development',
    // The tests start a server hundreds of times.
    NODE_COMPILE_CACHE: resolve('.cache/node'),
  };
};
