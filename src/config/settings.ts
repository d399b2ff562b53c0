import { z } from 'zod';
import {
  commaSeparated,
  daysToLeave,
  httpsOrigins,
  isBase,
  isDatabaseEncrypted,
  isMailEncrypted,
  isReserved,
  hostOf,
  isTimeZone,
  origin,
  port,
  postgresUrl,
  proxies,
  receiverUrl,
  requiredText,
  secret,
  secrets,
  sender,
  stripeKey,
  urlWithPassword,
} from './setting-values.ts';

/**
 * One variable: how each mode reads it, and its row in docs/operators/configuration.md. A sentence about a wrong value is
 * the name followed by the parser's message.
 */
type Setting = {
  /** The cells of the default and the meaning. */
  doc: string;
  production: z.ZodType;
  development: z.ZodType;
  /** `whole` is a secret that no other variable may repeat; `password` is an address that contains one. */
  secret?: 'whole' | 'password';
};
type Table = Readonly<Record<string, Setting>>;

const inBoth = <Parser extends z.ZodType>(parser: Parser) => ({ production: parser, development: parser });
const onlyInProduction = <Parser extends z.ZodType>(production: Parser) => ({
  production,
  development: z
    .undefined({ error: 'belongs to production: take it out, or set APP_MODE=production and all that it asks for' })
    .optional(),
});
const onlyInDevelopment = <Parser extends z.ZodType>(development: Parser) => ({
  production: z.undefined({ error: 'belongs to development: take it out' }).optional(),
  development,
});
/** A text that `load-config.ts` checks together with others, by the function that also creates the constant of the build. */
const text = () => inBoth(z.string().optional());
/** A text of one form, or absent. */
const matching = (pattern: RegExp, fix: string, read = z.string()) => read.regex(pattern, fix).optional();
/** Comma-separated parts of one form, or none. */
const list = (pattern: RegExp, fix: string, read = z.string()) =>
  read
    .default('')
    .transform(commaSeparated)
    .refine((parts) => parts.every((part) => pattern.test(part)), fix);

const oneOrTwoKeys = 'must be one or two comma-separated keys, each random and of at least 32 characters';
const priceFix = 'is missing or wrong: set the price’s id, price_…';
const price = z
  .string({ error: priceFix })
  .regex(/^\s*price_\w+\s*$/, priceFix)
  .trim();
const webhookSecrets = secrets(
  'is missing or wrong: set the webhook endpoint’s signing secret, whsec_…, or two, comma-separated',
  /^whsec_/,
);
const titleFix = 'is missing or wrong: set the title’s id, as PlayFab’s Game Manager shows it';
const requiredSecrets = secrets(
  'is missing or too weak: set one or two comma-separated secrets, each random and of at least 32 characters',
);

const playfab = {
  PLAYFAB_TITLE_ID: {
    doc: '`MATHS` | the title',
    production: requiredText(titleFix)
      .regex(/^[0-9A-Fa-f]{3,16}$/, titleFix)
      .toUpperCase(),
    development: z
      .string()
      .regex(/^[0-9A-Za-z]{1,16}$/, 'must be letters and digits')
      .default('MATHS'),
  },
  PLAYFAB_SECRET_KEY: {
    doc: 'none | the title’s secret key (production)',
    secret: 'whole',
    ...onlyInProduction(secret('is missing or too weak: set the title’s secret key, at least 32 characters')),
  },
  PLAYFAB_FUNCTION_SECRETS: {
    doc: 'generated at start | the secret of PlayFab’s function call; one or two values (production)',
    secret: 'whole',
    ...onlyInProduction(requiredSecrets),
  },
  VITE_PLAYFAB_URL: {
    doc: 'the emulator; in production the title’s host | the PlayFab host that the browser calls',
    production: origin('must be an https origin, or absent')
      .refine((url) => url.startsWith('https:'), 'must be an https origin, or absent')
      .optional(),
    development: z.string().optional(),
  },
  VITE_PLAYFAB_TITLE_ID: { doc: '`PLAYFAB_TITLE_ID` | the title that the browser uses', ...text() },
  VITE_PLAYFAB_RECOVERY_TEMPLATES: {
    doc: '`en=recovery-en,fr=recovery-fr` | the ids of the recovery mails',
    ...text(),
  },
} as const satisfies Table;

const payments = {
  STRIPE_SECRET_KEY: {
    doc: 'the simulator | a live key in production, a test key or none in development',
    secret: 'whole',
    production: stripeKey('live', 'is missing or wrong: set the account’s live key, sk_live_… or rk_live_…'),
    development: stripeKey('test', 'must be a key of Stripe’s test mode, sk_test_… or rk_test_…').optional(),
  },
  STRIPE_WEBHOOK_SECRETS: {
    doc: 'generated at start | the webhook’s signing secret, `whsec_…`; one or two values',
    secret: 'whole',
    production: webhookSecrets,
    development: webhookSecrets.optional(),
  },
  STRIPE_PRICE_ID: {
    doc: 'the simulator’s | the recurring price, `price_…`',
    production: price,
    development: price.optional(),
  },
  STRIPE_COUPON_IDS: {
    doc: 'none | coupons without a promotion code that visitors may use',
    ...inBoth(list(/^[\w-]{1,64}$/, 'must be comma-separated coupon ids, each of letters, digits, - and _')),
  },
  VITE_WITHDRAWAL_DAYS: {
    doc: '`14` | days after the start of a contract, or its first payment, in which a parent may [withdraw](privacy-and-leaving.md#leaving); also for the build',
    ...inBoth(daysToLeave()),
  },
  CANCELLATION_LINK_DAYS: {
    doc: '`14` | days in which the mailed link of a cancellation or withdrawal is valid',
    ...inBoth(daysToLeave()),
  },
  CONTRACT_TIME_ZONE: {
    doc: '`Europe/Paris` | the contracts’ time zone, in which the days of a period end',
    ...inBoth(
      z
        .string()
        .default('Europe/Paris')
        .refine(isTimeZone, 'must be a time zone such as Europe/Paris or America/New_York'),
    ),
  },
  VITE_PAYMENT_ORIGINS: {
    doc: 'Stripe’s hosts; development: the simulator’s | origins of payment pages that the browser may open',
    production: httpsOrigins('must be comma-separated https origins, such as https://pay.your-domain.org').optional(),
    development: z.string().optional(),
  },
  REVENUECAT_WEBHOOK_KEYS: {
    doc: 'none | RevenueCat’s `Authorization` header, at least 32 characters; one or two values. Production only',
    secret: 'whole',
    ...onlyInProduction(secrets(oneOrTwoKeys).optional()),
  },
  REVENUECAT_API_KEY: {
    doc: 'none | secret key of RevenueCat’s REST API v1; required with `REVENUECAT_WEBHOOK_KEYS`. Production only',
    secret: 'whole',
    ...onlyInProduction(
      secret('must be a secret key of RevenueCat’s REST API, version 1, such as sk_…', 20).optional(),
    ),
  },
} as const satisfies Table;

const game = {
  GAME_API_KEY: {
    doc: '`dev-game-key`, or [generated](#a-development-server-that-others-can-reach) | the key of the game’s server; one or two values',
    secret: 'whole',
    production: requiredSecrets,
    development: requiredText('must be one or two comma-separated keys')
      .transform(commaSeparated)
      .refine((keys) => keys.length === 1 || keys.length === 2, 'must be one or two comma-separated keys')
      .optional(),
  },
  ADMIN_API_KEY: {
    doc: 'none | opens the level tool `/devtools/ugc`; one or two values',
    secret: 'whole',
    ...inBoth(secrets(oneOrTwoKeys).optional()),
  },
  LEVELS_DIR: {
    doc: 'the samples | a folder with players’ levels: `<name>.json` and `<name>.png`',
    ...text(),
  },
  LEVELS_URL: {
    doc: 'none | the https address of these files, instead of the folder',
    ...inBoth(
      z
        .string()
        .refine(isBase, 'must be an https address without a query, such as https://levels.your-domain.org/made')
        .optional(),
    ),
  },
  RELEASES_DIR: {
    doc: 'none | the folder with [the files of all releases](runbook.md#keep-releases-that-partners-pinned)',
    ...text(),
  },
} as const satisfies Table;

const telemetry = {
  META_PIXEL_ID: {
    doc: 'none | the pixel of Meta’s Conversions API; with `META_ACCESS_TOKEN`',
    ...inBoth(matching(/^\d{5,20}$/, 'must be the number that the Events Manager shows')),
  },
  META_ACCESS_TOKEN: {
    doc: 'none | its token; with `META_PIXEL_ID`',
    secret: 'whole',
    ...inBoth(secret('must be the access token that the Events Manager makes').optional()),
  },
  META_API_URL: {
    doc: '`https://graph.facebook.com/v25.0` | the API with its version',
    ...inBoth(receiverUrl('https://graph.facebook.com/v25.0')),
  },
  MEASUREMENT_ID: {
    doc: 'none | the ID `G-…` of the measurement protocol; with `MEASUREMENT_API_SECRET`',
    ...inBoth(matching(/^G-[A-Z0-9]{4,20}$/, 'must be the data stream’s measurement ID, G-…')),
  },
  MEASUREMENT_API_SECRET: {
    doc: 'none | its API secret; with `MEASUREMENT_ID`',
    secret: 'whole',
    ...inBoth(secret('must be an API secret of that data stream', 16).optional()),
  },
  MEASUREMENT_URL: {
    doc: '`https://www.google-analytics.com` | for the EU `https://region1.google-analytics.com`',
    ...inBoth(receiverUrl('https://www.google-analytics.com')),
  },
} as const satisfies Table;

const server = {
  APP_MODE: {
    doc: 'development; `backend/main.ts` requires it | `production` starts only with a complete configuration',
    ...inBoth(
      z
        .enum(['production', 'development'], { error: 'must be production, development or absent' })
        .default('development'),
    ),
  },
  PORT: { doc: '`4173` | the portal’s port', ...inBoth(port('4173')) },
  HOST: {
    doc: '`127.0.0.1`; production `0.0.0.0` | the address to listen on',
    production: z.string().default('0.0.0.0'),
    development: z.string().default('127.0.0.1'),
  },
  PUBLIC_URL: {
    doc: '`http://localhost:<PORT>` | the portal’s origin; the only origin in mails',
    production: requiredText('is missing: set the portal’s public https origin, such as https://portal.your-domain.org')
      .pipe(origin('must be an origin without a path, such as https://portal.your-domain.org'))
      .refine((url) => url.startsWith('https:') && !isReserved(hostOf(url)), 'must be https and a real, public host'),
    development: origin('must be an origin without a path, such as http://localhost:4173').optional(),
  },
  REDIRECT_HOSTS: {
    doc: 'none | other host names that redirect to `PUBLIC_URL`',
    ...inBoth(
      list(
        /^[a-z0-9-]+(\.[a-z0-9-]+)*$/,
        'must be comma-separated host names, without https:// and without a port',
        z.string().toLowerCase(),
      ),
    ),
  },
  TRUST_PROXY: {
    doc: 'none; production: required | addresses or networks of your proxies, or `none`',
    production: proxies(
      requiredText(
        'is missing: set the comma-separated addresses or networks of your proxies, such as 10.0.0.0/8, or the word none',
      ),
    ),
    development: proxies(z.string()).default([]),
  },
  COUNTRY_HEADER: {
    doc: 'none | the proxy’s header with the visitor’s country',
    ...inBoth(matching(/^[a-z0-9-]+$/, 'must be a header’s name, such as cf-ipcountry', z.string().toLowerCase())),
  },
  METRICS_KEY: {
    doc: 'none | the bearer token for `/metrics`; one or two values',
    secret: 'whole',
    ...inBoth(secrets(oneOrTwoKeys).optional()),
  },
  ID_TOKEN_KEYS: {
    doc: 'production: required; development: kept in the database | the secret of the key that [signs results for partners](../partners/results.md#verify-it-on-your-server); one value, or two [while it changes](runbook.md#change-a-secret)',
    secret: 'whole',
    production: requiredSecrets,
    development: requiredSecrets.optional(),
  },
  LOG_LEVEL: {
    doc: '`warn`; production `info` | `debug`, `info`, `warn`, `error`',
    ...inBoth(
      z
        .string()
        .toLowerCase()
        .pipe(z.enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' }))
        .optional(),
    ),
  },
  NODE_TLS_REJECT_UNAUTHORIZED: {
    doc: 'none | Node’s own variable: production refuses 0, with which every certificate is accepted',
    production: z
      .string()
      .refine(
        (value) => value !== '0',
        'must not be 0, because every certificate would be accepted. Take it out; NODE_EXTRA_CA_CERTS=<file> names an own certificate authority',
      )
      .optional(),
    development: z.string().optional(),
  },
  DEMO_PORT: { doc: '`4174` | the demo partner’s port (development)', ...inBoth(port('4174')) },
  STRIPE_SIMULATOR_PORT: {
    doc: '`4175` | the simulator’s port (development), always local',
    ...inBoth(port('4175')),
  },
  DEV_SERVER_URL: {
    doc: 'none | set by `npm run dev`: the server of the pages’ source files (development)',
    ...onlyInDevelopment(origin('must be an origin without a path; npm run dev sets it').optional()),
  },
} as const satisfies Table;

const databaseAndMail = {
  DATABASE_URL: {
    doc: 'embedded | PostgreSQL 15 or newer, such as `postgres://user:password@host:5432/database?sslmode=verify-full`',
    secret: 'password',
    production: postgresUrl('is missing or wrong: set postgres://user:password@host:5432/database').refine(
      isDatabaseEncrypted,
      'must encrypt the connection to a remote host: add ?sslmode=verify-full, and &sslrootcert=<file> for an own certificate authority',
    ),
    development: postgresUrl('must be postgres://user:password@host:5432/database, or absent').optional(),
  },
  DATA_DIR: {
    doc: '`.data` | the folder of the embedded database (development)',
    ...inBoth(z.string().default('.data')),
  },
  JOB_LEASE_SECONDS: {
    doc: '`30` | seconds until another worker takes the jobs of one that died (development; crash tests shorten it)',
    ...onlyInDevelopment(
      z
        .string()
        .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of seconds, 1 to 999')
        .transform(Number)
        .optional(),
    ),
  },
  SMTP_URL: {
    doc: 'captured in `/dev/mail` | `smtps://user:password@host:465` or `smtp://user:password@host:587?requireTLS=true`',
    secret: 'password',
    ...onlyInProduction(
      requiredText('is missing: set smtps://user:password@host:465')
        .pipe(urlWithPassword(/^smtps?:$/, 'must begin with smtp:// or smtps://'))
        .pipe(
          z
            .string()
            .refine(
              isMailEncrypted,
              'must encrypt the connection to a remote host: write smtps://…, or add ?requireTLS=true to smtp://…, without tls.rejectUnauthorized=false',
            ),
        ),
    ),
  },
  MAIL_FROM: {
    doc: '`no-reply@numeria.example` | the sender',
    production: sender('is missing or wrong: set the sender, such as Name <no-reply@your-domain.org>').refine(
      (from) => !isReserved(from.replace(/^.*@|>$/g, '').toLowerCase()),
      'must be an address on your own domain',
    ),
    development: sender('must be a sender, such as Name <no-reply@numeria.example>').default(
      'no-reply@numeria.example',
    ),
  },
  MAIL_POSTAL_ADDRESS: {
    doc: 'none | your name and postal address in one line, below every mail',
    ...inBoth(
      matching(
        /^\P{Cc}{1,300}$/u,
        'must be one line of at most 300 characters, such as Numeria Ltd, 1 High Street, Dublin',
        z.string().trim(),
      ),
    ),
  },
} as const satisfies Table;

const brandAndPartners = {
  VITE_BRAND_NAME: { doc: 'Numeria | the product’s name', ...text() },
  VITE_BRAND_SLUG: { doc: '`numeria` | the name in partners’ keys', ...text() },
  VITE_BRAND_DOMAIN: { doc: '`<slug>.example` | the brand’s domain', ...text() },
  VITE_BRAND_SUPPORT_EMAIL: { doc: '`support@<domain>` | the support address', ...text() },
  VITE_TERMS_URL: {
    doc: 'the sample at `/terms` | your own page, which all links open; https',
    ...text(),
  },
  VITE_PRIVACY_URL: {
    doc: 'the sample at `/privacy` | your own page, which all links open; https',
    ...text(),
  },
  VITE_AWARDS: { doc: 'none | the product’s awards, comma-separated, for the front page', ...text() },
  VITE_APP_STORE_URL: {
    doc: '`https://<domain>/app-store` | where the app is downloaded; https',
    ...text(),
  },
  VITE_GOOGLE_PLAY_URL: {
    doc: '`https://<domain>/google-play` | where the app is downloaded; https',
    ...text(),
  },
  VITE_PARTNERS: {
    doc: '`.example` hosts; production: required | `key=https://host` pairs, or `none`; several origins of a key: `a=https://b\\|https://c`',
    production: requiredText(
      'is missing: set comma-separated key=https://partner.your-domain.org pairs, or the word none',
    ),
    development: z.string().optional(),
  },
  VITE_PORTAL_URL: { doc: 'the script’s own origin | the portal, for elements in a bundle', ...text() },
  VITE_DEMO_ORIGIN: {
    doc: '`http://127.0.0.1:<DEMO_PORT>` | the demo partner (development)',
    ...onlyInDevelopment(z.string().optional()),
  },
  VITE_DEMO_PORTAL_URL: {
    doc: '`PUBLIC_URL` | the demo partner’s portal (development)',
    ...onlyInDevelopment(z.string().optional()),
  },
} as const satisfies Table;

/** The tables of docs/operators/configuration.md, by heading. */
export const settingTables = {
  Server: server,
  'Database and mail': databaseAndMail,
  PlayFab: playfab,
  Payments: payments,
  'Game, level tool and releases': game,
  Telemetry: telemetry,
  'Brand and partners': brandAndPartners,
} satisfies Record<string, Table>;

/**
 * All variables. To add one, add a row to its table above and use it: in the server by `load-config.ts`, in a page by
 * `textOf`. Names that begin with `VITE_` are for the build, too: everybody who loads a page can read them.
 */
export const settings = {
  ...playfab,
  ...payments,
  ...game,
  ...telemetry,
  ...server,
  ...databaseAndMail,
  ...brandAndPartners,
};
export type Settings = typeof settings;
export type SettingName = keyof Settings;

const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name);
export const settingNames: readonly SettingName[] = Object.keys(settings).filter(isSetting);

export type BuildVariable = Extract<SettingName, `VITE_${string}`>;
const isBuildVariable = (name: SettingName): name is BuildVariable => name.startsWith('VITE_');
/** The variables of the build. */
export const buildVariables: readonly BuildVariable[] = settingNames.filter(isBuildVariable);

/** Returns whether a variable is a secret as a whole, or an address that contains a password. */
export const secretOf = (name: SettingName): Setting['secret'] => {
  const setting: Setting = settings[name];
  return setting.secret;
};
/** Every variable that contains a secret. */
export const secretSettings: readonly SettingName[] = settingNames.filter((name) => secretOf(name) !== undefined);
