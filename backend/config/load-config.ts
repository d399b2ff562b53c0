import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { z } from 'zod';
import { createBrand } from '../../src/config/brand.ts';
import { titleOrigin } from '../../src/config/endpoints.ts';
import { createLegalLinks, createStoreLinks } from '../../src/config/links.ts';
import { createPartners } from './create-partners.ts';
import { isLoopbackOrigin, type Partner } from '../../src/config/partner-origins.ts';
import { commaSeparated, hostOf, isLocal, publicProblems } from './setting-values.ts';
import { buildVariables, type SettingName, settingNames, type Settings, settings } from './settings.ts';

/** The variables of a process. An empty variable counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;
export type Mode = 'development' | 'production';

/** The settings of one mode, as their rows in `settings.ts` read them. */
type Values<In extends Mode> = { readonly [Name in SettingName]: z.output<Settings[Name][In]> };

/** The levels that are bundled with the server. */
export const sampleLevels = fileURLToPath(new URL('../levels', import.meta.url));

/** Reports each wrong variable on one line: its name and what to write. A value is never named; it may be a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Reads all settings. @throws ZodError for a wrong value. */
function readAll<In extends Mode>(mode: In, env: Environment): Values<In>;
function readAll(mode: Mode, env: Environment): object {
  return Object.fromEntries(settingNames.map((name) => [name, settings[name][mode].parse(env[name])]));
}

/** Reads the settings that are right; the others are undefined. */
export function readRight<In extends Mode>(mode: In, env: Environment): Partial<Values<In>>;
export function readRight(mode: Mode, env: Environment): object {
  return Object.fromEntries(settingNames.map((name) => [name, settings[name][mode].safeParse(env[name]).data]));
}

/**
 * In development, the demo partner has a default.
 * @throws Error in production for an origin that an attacker between a visitor and the partner could replace.
 */
const partnersOf = (mode: Mode, env: Environment): Partner[] => {
  const brand = createBrand(env);
  if (mode === 'development') {
    const demoPort = settings.DEMO_PORT.development.parse(env['DEMO_PORT']);
    return createPartners({ VITE_DEMO_ORIGIN: `http://127.0.0.1:${demoPort}`, ...env }, brand);
  }
  const partners = createPartners(env, brand);
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
      if (error instanceof z.ZodError) throw error;
      return [error instanceof Error ? error.message : 'A VITE_ variable is wrong.'];
    }
  };

const together =
  (...names: readonly SettingName[]): Rule =>
  (env) => {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length === names.length) return [];
    return missing.map((name) => `${name} is missing: set all of ${names.join(', ')}, or none.`);
  };

const buildRules = (mode: Mode): readonly Rule[] => [
  publicProblems,
  creates(createLegalLinks),
  creates((env) => createStoreLinks(env, createBrand(env))),
  creates((env) => partnersOf(mode, env)),
];
const commonRules: readonly Rule[] = [
  together('META_PIXEL_ID', 'META_ACCESS_TOKEN'),
  together('MEASUREMENT_ID', 'MEASUREMENT_API_SECRET'),
  ({ LEVELS_DIR, LEVELS_URL }) =>
    LEVELS_DIR === undefined || LEVELS_URL === undefined
      ? []
      : ['LEVELS_DIR and LEVELS_URL exclude each other: take one out.'],
  (env) => {
    const seen = new Set<string>();
    const isRepeated = (value: string): boolean => seen.size === seen.add(value).size;
    return settingNames
      .filter((name) => settings[name].secret === 'whole')
      .filter((name) => commaSeparated(env[name] ?? '').filter(isRepeated).length > 0)
      .map((name) => `${name} repeats a secret: each must differ from every other.`);
  },
];

const rules: Record<Mode, readonly Rule[]> = {
  production: [...buildRules('production'), ...commonRules, together('REVENUECAT_WEBHOOK_KEYS', 'REVENUECAT_API_KEY')],
  development: [
    ...buildRules('development'),
    ...commonRules,
    together('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'STRIPE_PRICE_ID'),
    (env) => {
      const names = ['PORT', 'DEMO_PORT', 'STRIPE_SIMULATOR_PORT'] as const;
      const portOf = (name: (typeof names)[number]) => settings[name].development.parse(env[name]);
      return names.flatMap((name, index) => {
        const other = names.slice(0, index).find((earlier) => portOf(earlier) === portOf(name));
        return other === undefined
          ? []
          : [`${name} must differ from ${other}: the portal, the demo and the Stripe simulator have a port each.`];
      });
    },
  ],
};

/** Returns the variables that are not empty. */
export const givenIn = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/**
 * Checks these variables and rules, all of them at once.
 * @throws ConfigError with the first sentence about each wrong variable. A rule that reads a wrong variable adds
 *   nothing.
 */
const check = (env: Environment, names: readonly SettingName[], rulesOf: (mode: Mode) => readonly Rule[]): Mode => {
  const mode = settings.APP_MODE.production.safeParse(env['APP_MODE']).data;
  if (mode === undefined) throw new ConfigError(['APP_MODE must be production, development or absent.']);
  const sentences = new Map<string, string>();
  const add = (sentence: string): void => {
    const [name = ''] = sentence.split(' ');
    if (!sentences.has(name)) sentences.set(name, sentence);
  };
  for (const name of names) {
    const [issue] = settings[name][mode].safeParse(env[name]).error?.issues ?? [];
    if (issue !== undefined) add(`${name} ${issue.message}.`);
  }
  for (const rule of rulesOf(mode)) {
    try {
      rule(env).forEach(add);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
    }
  }
  if (sentences.size > 0) throw new ConfigError([...sentences.values()]);
  return mode;
};

/** The values of several settings together, in either mode. */
const combine = (mode: Mode, env: Environment, values: Values<Mode>) => {
  const partners = partnersOf(mode, env);
  const { LEVELS_URL, LEVELS_DIR = sampleLevels, META_PIXEL_ID: pixelId, META_ACCESS_TOKEN: accessToken } = values;
  const { MEASUREMENT_ID: measurementId, MEASUREMENT_API_SECRET: apiSecret } = values;
  return {
    partners,
    partnerOrigins: [...new Set(partners.flatMap(({ origins }) => origins))],
    levels:
      LEVELS_URL === undefined
        ? { kind: 'folder' as const, folder: resolve(LEVELS_DIR) }
        : { kind: 'host' as const, url: LEVELS_URL },
    /** The receivers of conversion events; null for those that are not configured. */
    conversions: {
      meta: pixelId && accessToken ? { url: values.META_API_URL, pixelId, accessToken } : null,
      measurement: measurementId && apiSecret ? { url: values.MEASUREMENT_URL, measurementId, apiSecret } : null,
    },
  };
};

const createProduction = (env: Environment) => {
  const values = readAll('production', env);
  return {
    ...values,
    ...combine('production', env, values),
    mode: 'production' as const,
    /** The origin in mails and pages; no trailing slash. */
    publicUrl: values.PUBLIC_URL,
    database: { kind: 'postgres' as const, url: values.DATABASE_URL },
    stripe: {
      secretKey: values.STRIPE_SECRET_KEY,
      webhookSecrets: values.STRIPE_WEBHOOK_SECRETS,
      priceId: values.STRIPE_PRICE_ID,
      productIds: values.STRIPE_PRODUCT_IDS,
    },
    playfabUrl: values.VITE_PLAYFAB_URL ?? titleOrigin(values.PLAYFAB_TITLE_ID),
  };
};

const createDevelopment = (env: Environment) => {
  const values = readAll('development', env);
  const { DATABASE_URL: url } = values;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: webhookSecrets, STRIPE_PRICE_ID: priceId } = values;
  const { STRIPE_PRODUCT_IDS: productIds } = values;
  return {
    ...values,
    ...combine('development', env, values),
    mode: 'development' as const,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    database:
      url === undefined ? { kind: 'embedded' as const, folder: values.DATA_DIR } : { kind: 'postgres' as const, url },
    /** Stripe's test mode; with null, the simulator replaces it. */
    stripe: secretKey && webhookSecrets && priceId ? { secretKey, webhookSecrets, priceId, productIds } : null,
  };
};

/** The configuration: each setting under the name of its variable, and what several of them say together. */
export type Config = DevelopmentConfig | ReturnType<typeof createProduction>;
export type DevelopmentConfig = ReturnType<typeof createDevelopment>;

/** Parses the environment into the configuration. @throws ConfigError naming every wrong variable and its fix. */
export const loadConfig = (env: Environment): Config => {
  const given = givenIn(env);
  const mode = check(given, settingNames, (its) => rules[its]);
  return mode === 'production' ? createProduction(given) : createDevelopment(given);
};

/** Checks what a build writes into the pages. @throws ConfigError naming every wrong variable and its fix. */
export const checkBuild = (env: Environment): void => {
  check(givenIn(env), buildVariables, buildRules);
};

/** Prints what is wrong, before a long build. The argument `build` reads only what a build needs: no secret. */
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
