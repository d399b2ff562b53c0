import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createBrand } from '../../src/config/brand.ts';
import { titleOrigin } from '../../src/config/endpoints.ts';
import { createLegalLinks, createStoreLinks, type LegalLinks } from '../../src/config/links.ts';
import { createPartners, isLoopbackOrigin, type Partner } from '../../src/config/partner-origins.ts';
import { commaSeparated, devGameKey, hostOf, isLocal, isLoopback } from '../../src/config/setting-values.ts';
import {
  buildVariables,
  secretOf,
  type SettingName,
  settingNames,
  type Settings,
  settings,
} from '../../src/config/settings.ts';
import type { ConversionAccounts } from '../gateways/conversions.ts';

/** The variables of a process. An empty variable counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The account at Stripe; in development its test mode. */
export type StripeAccount = {
  kind: 'stripe';
  secretKey: string;
  /** One or two secrets: the second is valid while the first is being replaced. */
  webhookSecrets: readonly string[];
  /** The recurring price that is sold. */
  priceId: string;
  couponIds: readonly string[];
};
/** The simulator that replaces Stripe on this machine. */
export type StripeSimulation = { kind: 'simulator'; port: number; couponIds: readonly string[] };

/**
 * The keys of RevenueCat: the values of its webhook's authorization header, and the key by which the portal reads a
 * subscriber.
 */
export type RevenueCatConfig = { webhookKeys: readonly string[]; apiKey: string };

/** Where the levels made by players are stored. */
export type LevelsConfig = { kind: 'folder'; folder: string } | { kind: 'host'; url: string };

/** The configuration that both modes have. */
export type CommonConfig = {
  host: string;
  port: number;
  /** The origin in mails and pages; no trailing slash. */
  publicUrl: string;
  /** A folder of earlier releases’ elements. When undefined, partners can pin only the version of this build. */
  keptReleases: string | undefined;
  /** Host names that redirect to `publicUrl`. */
  redirectHosts: readonly string[];
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are trusted; empty trusts none. */
  trustProxy: readonly string[];
  /** The header in which that proxy names the country. */
  countryHeader: string | undefined;
  /**
   * The keys that open `/metrics` to other machines: the second is valid while the first is being replaced. Without a
   * key, only this machine can read the metrics, and in production no one can.
   */
  metricsKeys: readonly string[];
  /** The partners that may embed a widget. */
  partners: readonly Partner[];
  /** The origins of all of them. */
  partnerOrigins: readonly string[];
  /** Days of the periods by which parents end their contract. */
  leaving: { withdrawalDays: number; linkDays: number; timeZone: string };
  /** The name and postal address of the operator in mails. */
  postalAddress: string | undefined;
  /** The operator's own legal pages, which replace the samples. */
  legalLinks: LegalLinks;
  /** The keys of the game's server: the second is valid while the first is being replaced. */
  gameKeys: readonly string[];
  /**
   * The keys of the level tool: the second is valid while the first is being replaced. Without a key the tool is closed
   * in production and open in development.
   */
  adminKeys: readonly string[] | 'everybody';
  levels: LevelsConfig;
  /** The receivers of conversion events; null for those that are not configured. */
  conversions: ConversionAccounts;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
};

export type DevelopmentConfig = CommonConfig & {
  mode: 'development';
  /** Whether PUBLIC_URL is not on this machine, so that others may reach the portal through a proxy. */
  isPublished: boolean;
  /** The secrets of the keys that sign results for partners; with null, the database keeps one. */
  idTokenKeys: readonly string[] | null;
  /** The first of `gameKeys` when it was generated for this start; null for a configured or the well-known key. */
  generatedGameKey: string | null;
  demoPort: number;
  /**
   * Milliseconds until another worker may take the jobs of a worker that died; when undefined, the worker uses its
   * default.
   */
  jobLease: number | undefined;
  /** The address of Vite's dev server, which has the pages and their files; when undefined, those of the build are used. */
  devServer: string | undefined;
  database: { kind: 'embedded'; folder: string } | { kind: 'postgres'; url: string };
  playfab: { titleId: string };
  stripe: StripeAccount | StripeSimulation;
  mail: { from: string };
};
export type ProductionConfig = CommonConfig & {
  mode: 'production';
  /** The secrets of the keys that sign results for partners: the first one signs, and all of their keys are public. */
  idTokenKeys: readonly string[];
  database: { kind: 'postgres'; url: string };
  playfab: { titleId: string; url: string; secretKey: string; functionSecrets: readonly string[] };
  stripe: StripeAccount;
  /** With null, the webhook of app-store subscriptions is closed. */
  revenueCat: RevenueCatConfig | null;
  mail: { from: string; smtpUrl: string };
};
export type Config = DevelopmentConfig | ProductionConfig;

/** The levels that are bundled with the server. */
export const sampleLevels = fileURLToPath(new URL('../levels', import.meta.url));

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

export type Mode = Config['mode'];

/** Reads one setting. @throws ZodError for a wrong value, which `sentencesOf` has reported. */
function readSetting<In extends Mode, Name extends SettingName>(
  mode: In,
  env: Environment,
  name: Name,
): z.output<Settings[Name][In]>;
function readSetting(mode: Mode, env: Environment, name: SettingName): unknown {
  return settings[name][mode].parse(env[name]);
}

/** Returns a function that reads one setting of this mode. */
export const createReader =
  <In extends Mode>(mode: In, env: Environment) =>
  <Name extends SettingName>(name: Name) =>
    readSetting(mode, env, name);

/** Reads the settings that both modes read in the same way. */
const readShared = (env: Environment) => createReader('production', env);

/** Returns where the pages of a development server are opened, and whether a person at another machine may open them. */
const reachOf = (env: Environment) => {
  const read = createReader('development', env);
  const publicUrl = read('PUBLIC_URL') ?? `http://localhost:${read('PORT')}`;
  const isPublished = !isLoopback(hostOf(publicUrl));
  return { publicUrl, isPublished, isReachable: isPublished || !isLoopback(read('HOST')) };
};

/** In development, the demo partner has a default. */
const developmentPartnersOf = (env: Environment): Partner[] =>
  createPartners(
    { VITE_DEMO_ORIGIN: `http://127.0.0.1:${createReader('development', env)('DEMO_PORT')}`, ...env },
    createBrand(env),
  );

/** @throws Error for an origin that somebody between a visitor and the partner could replace. */
const productionPartnersOf = (env: Environment): Partner[] => {
  const partners = createPartners(env, createBrand(env));
  const isSafe = (origin: string): boolean =>
    (origin.startsWith('https:') && !isLocal(hostOf(origin))) || isLoopbackOrigin(origin);
  if (partners.every(({ origins }) => origins.every(isSafe))) return partners;
  throw new Error(
    "VITE_PARTNERS must name https origins, or those of a developer's own machine such as http://localhost:3000.",
  );
};

/** A rule about several variables. It returns sentences; each begins with the name of the variable to correct. */
type Rule = (env: Environment) => readonly string[];

/** Returns the rule that a table, which the build creates too, can be created. */
const creates =
  (create: (env: Environment) => unknown): Rule =>
  (env) => {
    try {
      create(env);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : 'A VITE_ variable is wrong.'];
    }
  };

/** Returns which of these names are missing while another one is given. @throws ZodError when a given one is wrong. */
const missingOf = (mode: Mode, env: Environment, names: readonly SettingName[]): readonly SettingName[] => {
  const missing = names.filter((name) => env[name] === undefined);
  for (const name of names) if (!missing.includes(name)) readSetting(mode, env, name);
  return missing.length === names.length ? [] : missing;
};

const bothOrNeither =
  (one: SettingName, other: SettingName): Rule =>
  (env) =>
    missingOf('production', env, [one, other]).map(
      (name) => `${name} is missing: ${name === one ? other : one} needs it beside itself, or is taken out, too.`,
    );

/** The variables that are secrets as a whole. */
const wholeSecrets = settingNames.filter((name) => secretOf(name) === 'whole');

const buildRules: readonly Rule[] = [
  creates(createLegalLinks),
  creates((env) => createStoreLinks(env, createBrand(env))),
];
const commonRules: readonly Rule[] = [
  ...buildRules,
  bothOrNeither('META_PIXEL_ID', 'META_ACCESS_TOKEN'),
  bothOrNeither('MEASUREMENT_ID', 'MEASUREMENT_API_SECRET'),
  ({ LEVELS_DIR, LEVELS_URL }) =>
    LEVELS_DIR === undefined || LEVELS_URL === undefined
      ? []
      : ['LEVELS_DIR and LEVELS_URL exclude each other: take one out.'],
  (env) => {
    const seen = new Set<string>();
    const isRepeated = (value: string): boolean => seen.size === seen.add(value).size;
    return wholeSecrets
      .filter((name) => commaSeparated(env[name] ?? '').filter(isRepeated).length > 0)
      .map((name) => `${name} repeats a secret: each must differ from every other.`);
  },
];

const rules: Record<Mode, readonly Rule[]> = {
  production: [
    ...commonRules,
    creates(productionPartnersOf),
    bothOrNeither('REVENUECAT_WEBHOOK_KEYS', 'REVENUECAT_API_KEY'),
    (env) =>
      env['COUNTRY_HEADER'] === undefined || createReader('production', env)('TRUST_PROXY').length > 0
        ? []
        : [
            'COUNTRY_HEADER needs a proxy in TRUST_PROXY: without one, visitors can set the header themselves. Name the proxy, or remove COUNTRY_HEADER.',
          ],
  ],
  development: [
    ...commonRules,
    creates(developmentPartnersOf),
    (env) => {
      const read = createReader('development', env);
      const names = ['PORT', 'DEMO_PORT', 'STRIPE_SIMULATOR_PORT'] as const;
      return names.flatMap((name, index) => {
        const other = names.slice(0, index).find((earlier) => read(earlier) === read(name));
        return other === undefined
          ? []
          : [`${name} must differ from ${other}: the portal, the demo and the Stripe simulator have a port each.`];
      });
    },
    (env) =>
      env['PUBLIC_URL'] !== undefined || isLoopback(createReader('development', env)('HOST'))
        ? []
        : ['PUBLIC_URL is missing: with this HOST, say at which origin the pages are opened.'],
    (env) =>
      reachOf(env).isReachable && createReader('development', env)('GAME_API_KEY')?.includes(devGameKey)
        ? [
            `GAME_API_KEY must not be ${devGameKey}, which everybody can read, when others can reach the portal: remove it, or set another key.`,
          ]
        : [],
    (env) =>
      missingOf('development', env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'STRIPE_PRICE_ID']).map(
        (name) => `${name} is missing: Stripe’s test mode needs all three, or none.`,
      ),
  ],
};

/** Returns the first sentence about each wrong variable. A rule that reads a wrong variable adds nothing. */
const sentencesOf = (
  mode: Mode,
  env: Environment,
  names: readonly SettingName[],
  asked: readonly Rule[],
): readonly string[] => {
  const sentences = new Map<string, string>();
  const add = (sentence: string): void => {
    const [name = ''] = sentence.split(' ');
    if (!sentences.has(name)) sentences.set(name, sentence);
  };
  for (const name of names) {
    const [issue] = settings[name][mode].safeParse(env[name]).error?.issues ?? [];
    if (issue !== undefined) add(`${name} ${issue.message}.`);
  }
  for (const rule of asked) {
    try {
      rule(env).forEach(add);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
    }
  }
  return [...sentences.values()];
};

/** Returns the account of Meta; null if it receives no events. */
export const metaOf = (env: Environment): ConversionAccounts['meta'] => {
  const read = readShared(env);
  const [pixelId, accessToken] = [read('META_PIXEL_ID'), read('META_ACCESS_TOKEN')];
  if (pixelId === undefined || accessToken === undefined) return null;
  return { url: read('META_API_URL'), pixelId, accessToken };
};

/** Returns the account of the measurement protocol; null if it receives no events. */
export const measurementOf = (env: Environment): ConversionAccounts['measurement'] => {
  const read = readShared(env);
  const [measurementId, apiSecret] = [read('MEASUREMENT_ID'), read('MEASUREMENT_API_SECRET')];
  if (measurementId === undefined || apiSecret === undefined) return null;
  return { url: read('MEASUREMENT_URL'), measurementId, apiSecret };
};

export const levelsOf = (env: Environment): LevelsConfig => {
  const url = readShared(env)('LEVELS_URL');
  return url === undefined
    ? { kind: 'folder', folder: resolve(env['LEVELS_DIR'] ?? sampleLevels) }
    : { kind: 'host', url };
};

/** Returns the account at Stripe, or null for the simulator. */
export const stripeOf = (mode: Mode, env: Environment): StripeAccount | null => {
  const read = createReader(mode, env);
  const [secretKey, webhookSecrets] = [read('STRIPE_SECRET_KEY'), read('STRIPE_WEBHOOK_SECRETS')];
  const [priceId, couponIds] = [read('STRIPE_PRICE_ID'), read('STRIPE_COUPON_IDS')];
  if (secretKey === undefined || webhookSecrets === undefined || priceId === undefined) return null;
  return { kind: 'stripe', secretKey, webhookSecrets, priceId, couponIds };
};

export const playfabOf = (env: Environment): ProductionConfig['playfab'] => {
  const read = createReader('production', env);
  const titleId = read('PLAYFAB_TITLE_ID');
  return {
    titleId,
    url: read('VITE_PLAYFAB_URL') ?? titleOrigin(titleId),
    secretKey: read('PLAYFAB_SECRET_KEY'),
    functionSecrets: read('PLAYFAB_FUNCTION_SECRETS'),
  };
};

const commonOf = (
  env: Environment,
  partners: readonly Partner[],
): Omit<CommonConfig, 'host' | 'trustProxy' | 'publicUrl' | 'logLevel' | 'adminKeys' | 'gameKeys'> => {
  const read = readShared(env);
  return {
    port: read('PORT'),
    redirectHosts: read('REDIRECT_HOSTS'),
    countryHeader: read('COUNTRY_HEADER'),
    metricsKeys: read('METRICS_KEY') ?? [],
    keptReleases: env['RELEASES_DIR'],
    partners,
    partnerOrigins: [...new Set(partners.flatMap(({ origins }) => origins))],
    legalLinks: createLegalLinks(env),
    leaving: {
      withdrawalDays: read('VITE_WITHDRAWAL_DAYS'),
      linkDays: read('CANCELLATION_LINK_DAYS'),
      timeZone: read('CONTRACT_TIME_ZONE'),
    },
    postalAddress: read('MAIL_POSTAL_ADDRESS'),
    levels: levelsOf(env),
    conversions: { meta: metaOf(env), measurement: measurementOf(env) },
  };
};

const productionConfig = (env: Environment): ProductionConfig => {
  const read = createReader('production', env);
  const [webhookKeys, apiKey] = [read('REVENUECAT_WEBHOOK_KEYS'), read('REVENUECAT_API_KEY')];
  return {
    ...commonOf(env, productionPartnersOf(env)),
    mode: 'production',
    host: read('HOST'),
    publicUrl: read('PUBLIC_URL'),
    trustProxy: read('TRUST_PROXY'),
    database: { kind: 'postgres', url: read('DATABASE_URL') },
    playfab: playfabOf(env),
    stripe: {
      kind: 'stripe',
      secretKey: read('STRIPE_SECRET_KEY'),
      webhookSecrets: read('STRIPE_WEBHOOK_SECRETS'),
      priceId: read('STRIPE_PRICE_ID'),
      couponIds: read('STRIPE_COUPON_IDS'),
    },
    revenueCat: webhookKeys === undefined || apiKey === undefined ? null : { webhookKeys, apiKey },
    gameKeys: read('GAME_API_KEY'),
    adminKeys: read('ADMIN_API_KEY') ?? [],
    idTokenKeys: read('ID_TOKEN_KEYS'),
    mail: { from: read('MAIL_FROM'), smtpUrl: read('SMTP_URL') },
    logLevel: read('LOG_LEVEL') ?? 'info',
  };
};

const developmentConfig = (env: Environment): DevelopmentConfig => {
  const read = createReader('development', env);
  const { publicUrl, isPublished, isReachable } = reachOf(env);
  const generatedGameKey =
    isReachable && read('GAME_API_KEY') === undefined ? randomBytes(24).toString('base64url') : null;
  const [url, lease] = [read('DATABASE_URL'), read('JOB_LEASE_SECONDS')];
  const simulator = {
    kind: 'simulator',
    port: read('STRIPE_SIMULATOR_PORT'),
    couponIds: read('STRIPE_COUPON_IDS'),
  } as const;
  return {
    ...commonOf(env, developmentPartnersOf(env)),
    mode: 'development',
    host: read('HOST'),
    publicUrl,
    isPublished,
    trustProxy: read('TRUST_PROXY'),
    database: url === undefined ? { kind: 'embedded', folder: read('DATA_DIR') } : { kind: 'postgres', url },
    playfab: { titleId: read('PLAYFAB_TITLE_ID') },
    stripe: stripeOf('development', env) ?? simulator,
    gameKeys: read('GAME_API_KEY') ?? [generatedGameKey ?? devGameKey],
    generatedGameKey,
    adminKeys: read('ADMIN_API_KEY') ?? 'everybody',
    idTokenKeys: read('ID_TOKEN_KEYS') ?? null,
    mail: { from: read('MAIL_FROM') },
    demoPort: read('DEMO_PORT'),
    jobLease: lease === undefined ? undefined : lease * 1_000,
    devServer: read('DEV_SERVER_URL'),
    // In development the console should mainly show the addresses to open.
    logLevel: read('LOG_LEVEL') ?? 'warn',
  };
};

/** Returns the variables that are not empty. */
export const givenIn = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/** Checks these variables and rules, all of them at once. @throws ConfigError */
const check = (env: Environment, names: readonly SettingName[], rulesOf: (mode: Mode) => readonly Rule[]): Mode => {
  const mode = settings.APP_MODE.production.safeParse(env['APP_MODE']).data;
  if (mode === undefined) throw new ConfigError(['APP_MODE must be production, development or absent.']);
  const sentences = sentencesOf(mode, env, names, rulesOf(mode));
  if (sentences.length > 0) throw new ConfigError(sentences);
  return mode;
};

/**
 * Parses the environment into the configuration; an empty variable counts as absent.
 * @throws ConfigError naming every wrong variable and its fix.
 */
export const loadConfig = (env: Environment): Config => {
  const given = givenIn(env);
  const mode = check(given, settingNames, (its) => rules[its]);
  return mode === 'production' ? productionConfig(given) : developmentConfig(given);
};

/** Checks what a build writes into the pages. @throws ConfigError naming every wrong variable and its fix. */
export const checkBuild = (env: Environment): void => {
  check(givenIn(env), buildVariables, (mode) => [
    ...buildRules,
    creates(mode === 'production' ? productionPartnersOf : developmentPartnersOf),
  ]);
};

/**
 * Prints what is wrong in the configuration. `npm start` runs it before the build, because a build takes much longer. With
 * the argument `build` it reads only what a build needs, which may run where no secret is.
 */
if (import.meta.main) {
  try {
    if (process.argv[2] === 'build') checkBuild(process.env);
    else loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
