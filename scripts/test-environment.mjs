import { freePorts } from './ports.mjs';

const settings =
  /^(VITE_|PLAYFAB_|STRIPE_(?!TEST_)|REVENUECAT_|META_|MEASUREMENT_|LEVELS_|RELEASES_|SMTP_URL|MAIL_FROM|DATABASE_URL|TEST_DATABASE_URL|DATA_DIR|HOST$|PUBLIC_URL|REDIRECT_HOSTS|TRUST_PROXY|COUNTRY_HEADER|JOB_LEASE_SECONDS|GAME_API_KEY|ADMIN_API_KEY|METRICS_KEY|LOG_LEVEL|NODE_ENV)/;

/**
 * Returns the environment for programs that start a test portal: no settings of the operator, a separate folder and separate
 * ports. A portal or another checkout's tests on this machine are not affected.
 * @param {NodeJS.ProcessEnv} env
 */
export const testEnvironment = async (env) => {
  const [port, demoPort, simulatorPort] = await freePorts([4183, 4184, 4186]);
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !settings.test(name))),
    BUILD_FOLDER: 'dist-test',
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    STRIPE_SIMULATOR_PORT: String(simulatorPort),
    APP_MODE: 'development',
  };
};
