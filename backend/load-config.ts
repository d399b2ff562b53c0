import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { createBrand } from '../src/config/brand.ts';
import { titleOrigin } from '../src/config/endpoints.ts';
import { createLegalLinks, type LegalLinks } from '../src/config/legal-links.ts';
import { createPartners, isLoopbackOrigin } from '../src/config/partner-origins.ts';
import type {
  CommonConfig,
  Config,
  DevelopmentConfig,
  LevelsConfig,
  ProductionConfig,
  RevenueCatConfig,
} from './config.ts';
import { missingCounterparts, receiversOf } from './config-receivers.ts';
import { devGameKey, hostOf, isLocal, isLoopback } from './config-values.ts';
import { development, production } from './config-variables.ts';
import type { ConversionAccounts } from './gateways/conversions/clients.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The levels that are bundled with the server. */
export const sampleLevels = fileURLToPath(new URL('levels', import.meta.url));

/**
 * Reports each wrong variable on one line: its name and what to write. It never contains a value, because a value may
 * be a secret.
 */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Returns the partner origins from the same variables as the build. @throws ConfigError */
const partnerOriginsOf = (env: Environment): string[] => {
  try {
    return [...new Set(createPartners(env, createBrand(env)).flatMap(({ origins }) => origins))];
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : 'VITE_PARTNERS is wrong.']);
  }
};

/** Reads the addresses of the legal pages from the same variables as the build. @throws ConfigError */
const legalLinksOf = (env: Environment): LegalLinks => {
  try {
    return createLegalLinks(env);
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : 'VITE_TERMS_URL or VITE_PRIVACY_URL is wrong.']);
  }
};

/** Parses the variables of one mode and reports all errors at once. */
const read = <Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> => {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const name = path.join('.');
    if (!problems.has(name)) problems.set(name, message);
  }
  throw new ConfigError([...problems].map(([name, fix]) => `${name} ${fix}.`));
};

type Values = z.output<typeof production> | z.output<typeof development>;

/** @throws ConfigError */
const revenueCatOf = (values: Values): RevenueCatConfig | null => {
  const { REVENUECAT_WEBHOOK_KEYS: keys, REVENUECAT_SIGNING_SECRETS: signingSecrets = [] } = values;
  if (keys !== undefined) return { keys, signingSecrets };
  if (signingSecrets.length === 0) return null;
  throw new ConfigError(['REVENUECAT_WEBHOOK_KEYS is missing: the signature is checked beside the key, not instead.']);
};

/** @throws ConfigError */
const levelsOf = ({ LEVELS_DIR: folder, LEVELS_URL: url }: Values): LevelsConfig => {
  if (folder !== undefined && url !== undefined) {
    throw new ConfigError(['LEVELS_DIR and LEVELS_URL exclude each other: take one out.']);
  }
  return url === undefined ? { kind: 'folder', folder: resolve(folder ?? sampleLevels) } : { kind: 'host', url };
};

/** @throws ConfigError when only an ID or only a key is set. */
const conversionsOf = (values: Values): ConversionAccounts => {
  const halves = missingCounterparts(values);
  if (halves.length > 0) throw new ConfigError(halves);
  return receiversOf(values);
};

const commonOf = (
  values: Values,
): Omit<CommonConfig, 'publicUrl' | 'logLevel' | 'partnerOrigins' | 'legalLinks' | 'adminKeys' | 'gameKeys'> => ({
  host: values.HOST,
  port: values.PORT,
  keptReleases: values.RELEASES_DIR,
  redirectHosts: values.REDIRECT_HOSTS,
  trustProxy: values.TRUST_PROXY,
  countryHeader: values.COUNTRY_HEADER,
  metricsKey: values.METRICS_KEY,
  revenueCat: revenueCatOf(values),
  levels: levelsOf(values),
  conversions: conversionsOf(values),
});

/** Refuses a secret that is used for two purposes. @throws ConfigError naming a variable that repeats one. */
const refuseRepeated = (values: Values): void => {
  const seen = new Set<string>();
  for (const name of [
    'PLAYFAB_SECRET_KEY',
    'PLAYFAB_FUNCTION_SECRETS',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRETS',
    'REVENUECAT_WEBHOOK_KEYS',
    'REVENUECAT_SIGNING_SECRETS',
    'GAME_API_KEY',
    'ADMIN_API_KEY',
    'META_ACCESS_TOKEN',
    'MEASUREMENT_API_SECRET',
    'METRICS_KEY',
  ] as const) {
    for (const value of [values[name] ?? []].flat()) {
      if (seen.has(value)) throw new ConfigError([`${name} repeats a secret: each must differ from every other.`]);
      seen.add(value);
    }
  }
};

const productionConfig = (env: Environment): ProductionConfig => {
  const values = read(production, env);
  refuseRepeated(values);
  if (values.COUNTRY_HEADER !== undefined && values.TRUST_PROXY.length === 0) {
    throw new ConfigError([
      'COUNTRY_HEADER needs a proxy in TRUST_PROXY: without one, visitors can set the header themselves. Name the proxy, or remove COUNTRY_HEADER.',
    ]);
  }
  const partnerOrigins = partnerOriginsOf(env);
  const isSafe = (origin: string): boolean => origin.startsWith('https:') && !isLocal(hostOf(origin));
  if (!partnerOrigins.every((origin) => isSafe(origin) || isLoopbackOrigin(origin))) {
    throw new ConfigError([
      "VITE_PARTNERS must name https origins, or those of a developer's own machine such as http://localhost:3000.",
    ]);
  }
  return {
    ...commonOf(values),
    mode: 'production',
    partnerOrigins,
    legalLinks: legalLinksOf(env),
    publicUrl: values.PUBLIC_URL,
    logLevel: values.LOG_LEVEL ?? 'info',
    adminKeys: values.ADMIN_API_KEY ?? [],
    gameKeys: values.GAME_API_KEY,
    database: { kind: 'postgres', url: values.DATABASE_URL },
    playfab: {
      titleId: values.PLAYFAB_TITLE_ID,
      url: values.VITE_PLAYFAB_URL ?? titleOrigin(values.PLAYFAB_TITLE_ID),
      secretKey: values.PLAYFAB_SECRET_KEY,
      functionSecrets: values.PLAYFAB_FUNCTION_SECRETS,
    },
    stripe: {
      kind: 'stripe',
      secretKey: values.STRIPE_SECRET_KEY,
      webhookSecrets: values.STRIPE_WEBHOOK_SECRETS,
      priceId: values.STRIPE_PRICE_ID,
      couponIds: values.STRIPE_COUPON_IDS,
    },
    mail: { from: values.MAIL_FROM, smtpUrl: values.SMTP_URL },
  };
};

/**
 * Returns Stripe's test mode when it is configured completely, else the simulator. @throws ConfigError for a part of
 * it.
 */
const developmentStripe = (values: z.output<typeof development>): DevelopmentConfig['stripe'] => {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRETS: webhookSecrets,
    STRIPE_PRICE_ID: priceId,
    STRIPE_COUPON_IDS: couponIds,
  } = values;
  if (secretKey !== undefined && webhookSecrets !== undefined && priceId !== undefined) {
    return { kind: 'stripe', secretKey, webhookSecrets, priceId, couponIds };
  }
  const parts = Object.entries({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRETS: webhookSecrets,
    STRIPE_PRICE_ID: priceId,
  });
  const missing = parts.filter(([, value]) => value === undefined).map(([name]) => name);
  if (missing.length === parts.length) return { kind: 'simulator', port: values.STRIPE_SIMULATOR_PORT, couponIds };
  throw new ConfigError(missing.map((name) => `${name} is missing: Stripe’s test mode needs all three, or none.`));
};

/** @throws ConfigError when others can reach the portal and the configured key is the public development key. */
const developmentGameKeys = (
  given: readonly string[] | undefined,
  isReachable: boolean,
): Pick<DevelopmentConfig, 'gameKeys' | 'generatedGameKey'> => {
  if (isReachable && given?.includes(devGameKey)) {
    throw new ConfigError([
      `GAME_API_KEY must not be ${devGameKey}, which everybody can read, when others can reach the portal: remove it, or set another key.`,
    ]);
  }
  if (given !== undefined) return { gameKeys: given, generatedGameKey: null };
  if (!isReachable) return { gameKeys: [devGameKey], generatedGameKey: null };
  const generatedGameKey = randomBytes(24).toString('base64url');
  return { gameKeys: [generatedGameKey], generatedGameKey };
};

const developmentConfig = (env: Environment): DevelopmentConfig => {
  const values = read(development, env);
  const url = values.DATABASE_URL;
  refuseRepeated(values);
  if (new Set([values.PORT, values.DEMO_PORT, values.STRIPE_SIMULATOR_PORT]).size < 3) {
    throw new ConfigError(['PORT, DEMO_PORT and STRIPE_SIMULATOR_PORT must be three different ports.']);
  }
  if (values.PUBLIC_URL === undefined && !isLoopback(values.HOST)) {
    throw new ConfigError(['PUBLIC_URL is missing: with this HOST, say at which origin the pages are opened.']);
  }
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const isPublished = !isLoopback(hostOf(publicUrl));
  return {
    ...commonOf(values),
    ...developmentGameKeys(values.GAME_API_KEY, isPublished || !isLoopback(values.HOST)),
    mode: 'development',
    isPublished,
    partnerOrigins: partnerOriginsOf({ VITE_DEMO_ORIGIN: `http://127.0.0.1:${values.DEMO_PORT}`, ...env }),
    legalLinks: legalLinksOf(env),
    publicUrl,
    // In development the console should mainly show the addresses to open.
    logLevel: values.LOG_LEVEL ?? 'warn',
    adminKeys: values.ADMIN_API_KEY ?? 'everybody',
    demoPort: values.DEMO_PORT,
    jobLease: values.JOB_LEASE_SECONDS === undefined ? undefined : values.JOB_LEASE_SECONDS * 1_000,
    devServer: values.DEV_SERVER_URL,
    database: url === undefined ? { kind: 'embedded', folder: values.DATA_DIR } : { kind: 'postgres', url },
    playfab: { titleId: values.PLAYFAB_TITLE_ID },
    stripe: developmentStripe(values),
    mail: { from: values.MAIL_FROM },
  };
};

/**
 * Parses the environment into the configuration; an empty variable counts as absent.
 * @throws ConfigError naming every wrong variable and its fix.
 */
export const loadConfig = (env: Environment): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const mode = given['APP_MODE'] ?? 'development';
  if (mode === 'production') return productionConfig(given);
  if (mode === 'development') return developmentConfig(given);
  throw new ConfigError(['APP_MODE must be production, development or absent.']);
};
