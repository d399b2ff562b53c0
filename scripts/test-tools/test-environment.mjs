import { resolve } from 'node:path';
import { freePorts } from './ports.mjs';

const settings =
  /^(VITE_|PLAYFAB_|STRIPE_(?!TEST_)|REVENUECAT_|META_|MEASUREMENT_|LEVELS_|RELEASES_|SMTP_URL|MAIL_|CONTRACT_TIME_ZONE|WITHDRAWAL_|CANCELLATION_|ENV_FILE|DATABASE_URL|TEST_DATABASE_URL|DATA_DIR|HOST$|PUBLIC_URL|REDIRECT_HOSTS|TRUST_PROXY|COUNTRY_HEADER|JOB_LEASE_SECONDS|DEV_SERVER_URL|GAME_API_KEY|ADMIN_API_KEY|METRICS_KEY|ID_TOKEN_KEYS|LOG_LEVEL|NODE_ENV|NODE_TLS_REJECT_UNAUTHORIZED)/;

/**
 * Returns the first of the ports of a test portal, which has three. The second worker of the end-to-end tests has the ports
 * five further on (e2e/support/settings.ts), so those are free too.
 * @param {number} [first]
 * @returns {Promise<number>}
 */
const freeBase = async (first = 4183) => {
  const wanted = [0, 1, 3, 5, 6, 8].map((offset) => first + offset);
  const found = await freePorts(wanted);
  return found.every((port, place) => port === wanted[place]) ? first : freeBase(first + 20);
};

/**
 * Returns the environment for programs that start a test portal: no settings of the operator, a separate folder and separate
 * ports. A portal or another checkout's tests on this machine are not affected.
 * @param {NodeJS.ProcessEnv} env
 */
export const testEnvironment = async (env) => {
  const port = await freeBase();
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !settings.test(name))),
    BUILD_FOLDER: 'dist-test',
    PORT: String(port),
    DEMO_PORT: String(port + 1),
    STRIPE_SIMULATOR_PORT: String(port + 3),
    APP_MODE: 'development',
    // The tests start a server hundreds of times.
    NODE_COMPILE_CACHE: resolve('.cache/node'),
  };
};

/** Where the tests of a file run: a project of vitest.config.ts, or `browser`. The first pattern that matches decides. */
const kinds = /** @type {const} */ ([
  ['browser', /\.browser\.test\.ts$/],
  ['examples', /^e2e\/examples\/[^/]+\.test\.ts$/],
  ['e2e', /^e2e\/.*\.e2e\.ts$/],
  ['built', /^scripts\/checks\/built\/[^/]+\.test\.ts$/],
  ['deploy', /^deploy\/.*\.test\.ts$/],
  ['campaign', /^backend\/.*\.campaign\.test\.ts$/],
  ['backend', /^(backend|emulators)\/.*\.test\.ts$/],
  ['dom', /\.test\.tsx$|\.dom\.test\.ts$/],
  ['unit', /\.test\.ts$/],
]);

/**
 * Returns where the tests of a file run, or undefined if it has none.
 * @param {string} file its path in the repository
 */
export const kindOf = (file) => kinds.find(([, pattern]) => pattern.test(file.replaceAll('\\', '/')))?.[0];
