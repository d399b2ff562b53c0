import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { createBrand } from '../src/config/brand.ts';
import { titleOrigin } from '../src/config/endpoints.ts';
import { createPartners } from '../src/config/partner-origins.ts';
import { halvesOf, receiversOf } from './config-receivers.ts';
import { devGameKey, hostOf, isLocal, isLoopback } from './config-values.ts';
import { development, production } from './config-variables.ts';
import type { ConversionAccounts } from './gateways/conversions/clients.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Stripe itself; in development its test mode. */
export type StripeAccount = {
  kind: 'stripe';
  secretKey: string;
  /** Two while one is being changed. */
  webhookSecrets: readonly string[];
  /** What is sold: a recurring price. */
  priceId: string;
  couponIds: readonly string[];
};
/** What stands in for Stripe, on this machine. */
export type StripeSimulation = { kind: 'simulator'; port: number; couponIds: readonly string[] };

/** What proves that a webhook comes from RevenueCat: its authorization header and, when configured, its signature. */
export type RevenueCatConfig = { keys: readonly string[]; signingSecrets: readonly string[] };

/** Where the levels are that players made. */
export type LevelsConfig = { kind: 'folder'; folder: string } | { kind: 'host'; url: string };
/** What ships with the server. */
export const sampleLevels = fileURLToPath(new URL('levels', import.meta.url));

type Common = {
  host: string;
  port: number;
  /** The origin that mails and pages name; no trailing slash. */
  publicUrl: string;
  /** A folder of earlier releases’ elements; undefined: only this build’s version can be pinned. */
  keptReleases: string | undefined;
  /** Host names that lead to `publicUrl`. */
  redirectHosts: readonly string[];
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are trusted; empty trusts none. */
  trustProxy: readonly string[];
  /** The header in which that proxy names the country. */
  countryHeader: string | undefined;
  /** Opens `/metrics` from elsewhere; without it only this machine may look, and in production nobody. */
  metricsKey: string | undefined;
  /** Who may hold a widget. */
  partnerOrigins: readonly string[];
  /** null: subscriptions of app stores are not heard of. */
  revenueCat: RevenueCatConfig | null;
  /** What the game's server proves itself with; two while one is being changed. */
  gameKeys: readonly string[];
  /** What opens the level tool; two while one is being changed. Without, it is shut in production and open in development. */
  adminKeys: readonly string[] | 'everybody';
  levels: LevelsConfig;
  /** Who is told of events; null: nobody there. */
  conversions: ConversionAccounts;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
};

export type DevelopmentConfig = Common & {
  mode: 'development';
  /** Whether PUBLIC_URL is not on this machine, so that others may reach the portal through a proxy. */
  isPublished: boolean;
  /** The first of `gameKeys` when it was generated for this start; null for a configured or the well-known key. */
  generatedGameKey: string | null;
  demoPort: number;
  /** Milliseconds until another worker may take the jobs of one that died; undefined: the worker's own default. */
  jobLease: number | undefined;
  database: { kind: 'embedded'; folder: string } | { kind: 'postgres'; url: string };
  playfab: { titleId: string };
  stripe: StripeAccount | StripeSimulation;
  mail: { from: string };
};
export type ProductionConfig = Common & {
  mode: 'production';
  database: { kind: 'postgres'; url: string };
  playfab: { titleId: string; url: string; secretKey: string; functionSecrets: readonly string[] };
  stripe: StripeAccount;
  mail: { from: string; smtpUrl: string };
};
export type Config = DevelopmentConfig | ProductionConfig;

/** One line for each wrong variable: its name and what to write. Never a value: it may be a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The table that the bundles were built from, by the same variables. @throws ConfigError */
const partnerOriginsOf = (env: Environment): string[] => {
  try {
    return [...new Set(createPartners(env, createBrand(env)).flatMap(({ origins }) => origins))];
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : 'VITE_PARTNERS is wrong.']);
  }
};

/** Reads one mode's variables, or says what is wrong with all of them at once. */
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

/** @throws ConfigError for half a pair. */
const conversionsOf = (values: Values): ConversionAccounts => {
  const halves = halvesOf(values);
  if (halves.length > 0) throw new ConfigError(halves);
  return receiversOf(values);
};

const commonOf = (
  values: Values,
): Omit<Common, 'publicUrl' | 'logLevel' | 'partnerOrigins' | 'adminKeys' | 'gameKeys'> => ({
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

/** One secret opens one door. @throws ConfigError naming a variable that repeats one. */
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
  if (!partnerOrigins.every((origin) => origin.startsWith('https:') && !isLocal(hostOf(origin)))) {
    throw new ConfigError(['VITE_PARTNERS must name https origins that are not this machine.']);
  }
  return {
    ...commonOf(values),
    mode: 'production',
    partnerOrigins,
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

/** Stripe's test mode when all that it asks for is there, else the simulator. @throws ConfigError for a part of it. */
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

/** @throws ConfigError when others can reach the portal and the configured key is the one that everybody can read. */
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
    publicUrl,
    // The addresses to try are what a person wants to read here.
    logLevel: values.LOG_LEVEL ?? 'warn',
    adminKeys: values.ADMIN_API_KEY ?? 'everybody',
    demoPort: values.DEMO_PORT,
    jobLease: values.JOB_LEASE_SECONDS === undefined ? undefined : values.JOB_LEASE_SECONDS * 1_000,
    database: url === undefined ? { kind: 'embedded', folder: values.DATA_DIR } : { kind: 'postgres', url },
    playfab: { titleId: values.PLAYFAB_TITLE_ID },
    stripe: developmentStripe(values),
    mail: { from: values.MAIL_FROM },
  };
};

/**
 * The environment as this server understands it; an empty variable counts as absent.
 * @throws ConfigError naming every wrong variable and its fix.
 */
export const loadConfig = (env: Environment): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const mode = given['APP_MODE'] ?? 'development';
  if (mode === 'production') return productionConfig(given);
  if (mode === 'development') return developmentConfig(given);
  throw new ConfigError(['APP_MODE must be production, development or absent.']);
};
