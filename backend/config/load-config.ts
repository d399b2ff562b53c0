import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { LegalLinks } from '../../src/config/legal-links.ts';
import type { Partner } from '../../src/config/partner-origins.ts';
import type { ConversionAccounts } from '../gateways/conversions.ts';
import type { commonParts, Environment, StripeAccount, StripeSimulation } from './common-parts.ts';
import { devParts } from './dev-parts.ts';
import { productionParts } from './production-parts.ts';

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

export type { Environment };

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

/** Returns one sentence for each wrong variable. An issue has the path `[part, variable]`, or is a sentence of its own. */
const sentencesOf = ({ issues }: z.ZodError): string[] => {
  const sentences = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = path.length > 1 ? path.slice(1).join('.') : undefined;
    const sentence = name === undefined ? message : `${name} ${message}.`;
    if (!sentences.has(name ?? sentence)) sentences.set(name ?? sentence, sentence);
  }
  return [...sentences.values()];
};

/** Reads all parts from the environment, and reports the errors of all of them at once. @throws ConfigError */
const read = <Parts extends z.core.$ZodLooseShape>(parts: Parts, env: Environment) => {
  const parsed = z.object(parts).safeParse(Object.fromEntries(Object.keys(parts).map((name) => [name, env])));
  if (parsed.success) return parsed.data;
  throw new ConfigError(sentencesOf(parsed.error));
};

const levelsOf = (levels: LevelsConfig | null): LevelsConfig => {
  if (levels?.kind === 'host') return levels;
  return { kind: 'folder', folder: resolve(levels?.folder ?? sampleLevels) };
};

type Shared = keyof z.output<typeof productionParts.server> & keyof z.output<typeof devParts.server>;
/** What both modes read. */
type CommonParts = Pick<z.output<z.ZodObject<typeof productionParts>>, keyof typeof commonParts | 'partners'> & {
  server: Pick<z.output<typeof productionParts.server>, Shared>;
};

const commonOf = ({
  server,
  meta,
  measurement,
  levels,
  ...parts
}: CommonParts): Omit<CommonConfig, 'publicUrl' | 'logLevel' | 'adminKeys' | 'gameKeys'> => ({
  host: server.HOST,
  port: server.PORT,
  redirectHosts: server.REDIRECT_HOSTS,
  trustProxy: server.TRUST_PROXY,
  countryHeader: server.COUNTRY_HEADER,
  metricsKeys: server.METRICS_KEY ?? [],
  keptReleases: parts.keptReleases,
  partners: parts.partners,
  partnerOrigins: [...new Set(parts.partners.flatMap(({ origins }) => origins))],
  legalLinks: parts.legalLinks,
  leaving: { withdrawalDays: parts.withdrawalDays, linkDays: parts.linkDays, timeZone: parts.timeZone },
  postalAddress: parts.postalAddress,
  levels: levelsOf(levels),
  conversions: { meta, measurement },
});

const productionConfig = (env: Environment): ProductionConfig => {
  const parts = read(productionParts, env);
  const { publicUrl, database, playfab, stripe, gameKeys, adminKeys = [], idTokenKeys, server } = parts;
  return {
    ...commonOf(parts),
    mode: 'production',
    publicUrl,
    database,
    playfab,
    stripe,
    revenueCat: parts.revenueCat,
    gameKeys,
    adminKeys,
    idTokenKeys,
    mail: { from: parts.sender, smtpUrl: parts.smtpUrl },
    logLevel: server.LOG_LEVEL ?? 'info',
  };
};

const developmentConfig = (env: Environment): DevelopmentConfig => {
  const parts = read(devParts, env);
  const { database, stripe, adminKeys = 'everybody', server } = parts;
  return {
    ...commonOf(parts),
    ...parts.gameKeys,
    ...parts.tools,
    mode: 'development',
    database,
    stripe,
    adminKeys,
    idTokenKeys: parts.idTokenKeys ?? null,
    mail: { from: parts.sender },
    playfab: { titleId: parts.titleId },
    isPublished: server.isPublished,
    publicUrl: server.publicUrl,
    demoPort: server.DEMO_PORT,
    // In development the console should mainly show the addresses to open.
    logLevel: server.LOG_LEVEL ?? 'warn',
  };
};

/** Returns the variables that are not empty. */
export const givenIn = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/**
 * Parses the environment into the configuration; an empty variable counts as absent.
 * @throws ConfigError naming every wrong variable and its fix.
 */
export const loadConfig = (env: Environment): Config => {
  const given = givenIn(env);
  const mode = given['APP_MODE'] ?? 'development';
  if (mode === 'production') return productionConfig(given);
  if (mode === 'development') return developmentConfig(given);
  throw new ConfigError(['APP_MODE must be production, development or absent.']);
};

/** Reads the parts that a build writes into the pages. @throws ConfigError naming every wrong variable and its fix. */
export const checkBuild = (env: Environment): void => {
  const given = givenIn(env);
  if (given['APP_MODE'] === 'production') {
    const { partners, legalLinks, withdrawalDays, paymentOrigins } = productionParts;
    read({ partners, legalLinks, withdrawalDays, paymentOrigins }, given);
  } else {
    const { partners, legalLinks, withdrawalDays } = devParts;
    read({ partners, legalLinks, withdrawalDays }, given);
  }
};

/** The names of all variables that a part reads. */
export const serverVariableNames: ReadonlySet<string> = new Set(
  [productionParts, devParts].flatMap((parts) =>
    Object.values(parts).flatMap((part) => {
      const source = part instanceof z.ZodPipe ? part.in : part;
      return source instanceof z.ZodObject ? Object.keys(source.shape) : [];
    }),
  ),
);

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
