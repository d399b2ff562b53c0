import { isIP } from 'node:net';
import { z } from 'zod';
import { createBrand } from '../src/config/brand.ts';
import { createPartners } from '../src/config/partner-origins.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Common = {
  host: string;
  port: number;
  /** The origin that mails and pages name; no trailing slash. */
  publicUrl: string;
  /** Addresses and networks whose `X-Forwarded-*` headers are believed; nobody's unless said. */
  trustProxy: readonly string[];
  /** The header in which that proxy names the country. */
  countryHeader: string | undefined;
  /** Opens `/metrics` from elsewhere; without it only this machine may look, and in production nobody. */
  metricsKey: string | undefined;
  /** Who may hold a widget. */
  partnerOrigins: readonly string[];
  logLevel: 'debug' | 'info' | 'warn' | 'error';
};

export type DevelopmentConfig = Common & {
  mode: 'development';
  demoPort: number;
  database: { kind: 'embedded'; folder: string } | { kind: 'postgres'; url: string };
  playfab: { titleId: string };
  mail: { from: string };
};
export type ProductionConfig = Common & {
  mode: 'production';
  database: { kind: 'postgres'; url: string };
  playfab: { titleId: string; url: string; secretKey: string; functionSecrets: readonly string[] };
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

const isUrl = (protocols: RegExp) => (text: string) => URL.canParse(text) && protocols.test(new URL(text).protocol);
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).hostname : '');
const isLocal = (host: string): boolean => /^(localhost|127\.|0\.0\.0\.0|\[::)/.test(host);
/** Names that are nobody's on the internet, so they can only be an example or this machine. */
const isReserved = (host: string): boolean =>
  isLocal(host) || /(^|\.)(localhost|example|test|invalid|local)$|(^|\.)example\.(com|net|org)$/.test(host);
const isGuessable = (secret: string): boolean =>
  new Set(secret).size < 8 || /change.?me|example|placeholder|your.?(secret|key)|secret.?here/i.test(secret);
const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const isNetwork = (text: string): boolean => {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
};

const text = (fix: string) => z.string({ error: fix }).trim().min(1, fix);
const port = (fallback: string, fix: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, fix)
    .default(fallback)
    .transform(Number)
    .refine((number) => number > 0 && number <= 65_535, fix);
const secret = (fix: string) =>
  text(fix)
    .min(32, fix)
    .refine((value) => !isGuessable(value), fix);
const postgresUrl = (fix: string) => text(fix).refine(isUrl(/^postgres(ql)?:$/), fix);
const sender = (fix: string) => text(fix).regex(/^([^<>"\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, fix);

const common = {
  PORT: port('4173', 'must be a port number, 1 to 65535'),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform(list)
    .refine(
      (entries) => entries.every(isNetwork),
      'must be addresses or networks divided by commas, such as 10.0.0.0/8',
    ),
  COUNTRY_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+$/, 'must be a header’s name, such as cf-ipcountry')
    .optional(),
  METRICS_KEY: secret('must be a random secret of at least 32 signs').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' }).optional(),
};

const production = z.object({
  ...common,
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: text('is missing: set the portal’s public https origin, such as https://portal.your-domain.org')
    .refine(isOrigin, 'must be an origin without a path, such as https://portal.your-domain.org')
    .refine((url) => url.startsWith('https:') && !isReserved(hostOf(url)), 'must be https and a real, public host'),
  DATABASE_URL: postgresUrl('is missing or wrong: set postgres://user:password@host:5432/database'),
  PLAYFAB_TITLE_ID: text('is missing or wrong: set the title’s id, as PlayFab’s Game Manager shows it').regex(
    /^[0-9A-Fa-f]{3,16}$/,
    'is missing or wrong: set the title’s id, as PlayFab’s Game Manager shows it',
  ),
  PLAYFAB_SECRET_KEY: secret('is missing or too weak: set the title’s secret key, at least 32 signs'),
  PLAYFAB_FUNCTION_SECRETS: text(
    'is missing: set one or two secrets divided by a comma, each random and of at least 32 signs',
  )
    .transform(list)
    .refine(
      (secrets) => secrets.length > 0 && secrets.every((value) => value.length >= 32 && !isGuessable(value)),
      'is too weak: each secret must be random and of at least 32 signs',
    ),
  VITE_PLAYFAB_URL: z
    .string()
    .refine(isOrigin, 'must be an https origin, or absent')
    .refine((url) => url.startsWith('https:'), 'must be an https origin, or absent')
    .optional(),
  VITE_DEMO_ORIGIN: z.undefined({ error: 'belongs to development: take it out' }).optional(),
  SMTP_URL: text('is missing: set smtp://user:password@host:587 or smtps://…').refine(
    isUrl(/^smtps?:$/),
    'must begin with smtp:// or smtps://',
  ),
  MAIL_FROM: sender('is missing or wrong: set the sender, such as Name <no-reply@your-domain.org>').refine(
    (from) => !isReserved(from.replace(/^.*@|>$/g, '')),
    'must be an address on your own domain',
  ),
});

/** What only production knows: a part of it in development would make a server that is half one and half the other. */
const absent = z
  .undefined({ error: 'belongs to production: take it out, or set APP_MODE=production and all that it asks for' })
  .optional();

const development = z.object({
  ...common,
  HOST: z.string().default('127.0.0.1'),
  DEMO_PORT: port('4174', 'must be a port number, 1 to 65535'),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: z.string().refine(isOrigin, 'must be an origin without a path, such as http://localhost:4173').optional(),
  DATABASE_URL: postgresUrl('must be postgres://user:password@host:5432/database, or absent').optional(),
  PLAYFAB_TITLE_ID: z
    .string()
    .regex(/^[0-9A-Za-z]{1,16}$/, 'must be letters and digits')
    .default('MATHS'),
  MAIL_FROM: sender('must be a sender, such as Name <no-reply@numeria.example>').default('no-reply@numeria.example'),
  PLAYFAB_SECRET_KEY: absent,
  PLAYFAB_FUNCTION_SECRETS: absent,
  SMTP_URL: absent,
});

/** The table that the bundles were built from, by the same variables. @throws ConfigError */
const partnerOriginsOf = (env: Environment): string[] => {
  try {
    return [...new Set(createPartners(env, createBrand(env)).map(({ origin }) => origin))];
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

type Shared = Pick<z.output<typeof production>, keyof typeof common | 'HOST'>;
const commonOf = (values: Shared): Omit<Common, 'publicUrl' | 'logLevel' | 'partnerOrigins'> => ({
  host: values.HOST,
  port: values.PORT,
  trustProxy: values.TRUST_PROXY,
  countryHeader: values.COUNTRY_HEADER,
  metricsKey: values.METRICS_KEY,
});

const productionConfig = (env: Environment): ProductionConfig => {
  const values = read(production, env);
  const secrets = [values.PLAYFAB_SECRET_KEY, ...values.PLAYFAB_FUNCTION_SECRETS, values.METRICS_KEY ?? ''];
  if (new Set(secrets).size < secrets.length) {
    throw new ConfigError(['PLAYFAB_FUNCTION_SECRETS must differ from each other and from every other key.']);
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
    database: { kind: 'postgres', url: values.DATABASE_URL },
    playfab: {
      titleId: values.PLAYFAB_TITLE_ID,
      url: values.VITE_PLAYFAB_URL ?? `https://${values.PLAYFAB_TITLE_ID}.playfabapi.com`,
      secretKey: values.PLAYFAB_SECRET_KEY,
      functionSecrets: values.PLAYFAB_FUNCTION_SECRETS,
    },
    mail: { from: values.MAIL_FROM, smtpUrl: values.SMTP_URL },
  };
};

const developmentConfig = (env: Environment): DevelopmentConfig => {
  const values = read(development, env);
  const url = values.DATABASE_URL;
  return {
    ...commonOf(values),
    mode: 'development',
    partnerOrigins: partnerOriginsOf({ VITE_DEMO_ORIGIN: `http://127.0.0.1:${values.DEMO_PORT}`, ...env }),
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    // The addresses to try are what a person wants to read here.
    logLevel: values.LOG_LEVEL ?? 'warn',
    demoPort: values.DEMO_PORT,
    database: url === undefined ? { kind: 'embedded', folder: values.DATA_DIR } : { kind: 'postgres', url },
    playfab: { titleId: values.PLAYFAB_TITLE_ID },
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
