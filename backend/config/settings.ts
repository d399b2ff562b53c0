import { z } from 'zod';
import type { BuildVariable } from '../../src/config/variables.ts';
import { languages } from '../../src/contracts/language.ts';
import {
  commaSeparated,
  devGameKey,
  hostOf,
  httpsOrigins,
  isBase,
  isDatabaseEncrypted,
  isHost,
  isLoopback,
  isMailEncrypted,
  isReserved,
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

/** `whole` is a secret that no other variable may repeat; `password` is an address that contains one. */
type SecretKind = 'whole' | 'password';
/** One variable: its default and meaning in docs/operators/configuration.md, and its parser in each mode. */
type Setting = { doc: string; production: z.ZodType; development: z.ZodType; secret?: SecretKind | undefined };
type Table = Readonly<Record<string, Setting>>;

const inEach = <Production extends z.ZodType, Development extends z.ZodType>(
  doc: string,
  production: Production,
  development: Development,
  secretKind?: SecretKind,
) => ({ doc, production, development, secret: secretKind });
const inBoth = <Parser extends z.ZodType>(doc: string, parser: Parser, secretKind?: SecretKind) =>
  inEach(doc, parser, parser, secretKind);
const onlyInProduction = <Parser extends z.ZodType>(doc: string, parser: Parser, secretKind?: SecretKind) =>
  inEach(
    doc,
    parser,
    z
      .undefined({ error: 'belongs to production: take it out, or set APP_MODE=production and all that it asks for' })
      .optional(),
    secretKind,
  );
const onlyInDevelopment = <Parser extends z.ZodType>(doc: string, parser: Parser) =>
  inEach(doc, z.undefined({ error: 'belongs to development: take it out' }).optional(), parser);
/**
 * A text that is used as it is, or that `load-config.ts` checks by the function that also creates the constant of the
 * build.
 */
const text = (doc: string) => inBoth(doc, z.string().optional());
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
const templatesFix = `is missing or incomplete: set the ids of PlayFab’s recovery mails, ${languages.map((language) => `${language}=…`).join()}`;
/** Whether an id is given for a language. Those that begin with recovery- are the emulator's. */
const hasTemplate = (given: string, language: string): boolean =>
  new RegExp(`(^|,) *${language} *= *(?!recovery-)[\\w-]+ *(,|$)`).test(given);
const requiredSecrets = secrets(
  'is missing or too weak: set one or two comma-separated secrets, each random and of at least 32 characters',
);
const gameKeyFix = 'must be one or two comma-separated keys';
const logLevel = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' }));

const playfab = {
  PLAYFAB_TITLE_ID: inEach(
    '`MATHS` | the title',
    requiredText(titleFix)
      .regex(/^[0-9A-Fa-f]{3,16}$/, titleFix)
      .toUpperCase(),
    z
      .string()
      .regex(/^[0-9A-Za-z]{1,16}$/, 'must be letters and digits')
      .default('MATHS'),
  ),
  PLAYFAB_SECRET_KEY: onlyInProduction(
    'none | the title’s secret key (production)',
    secret('is missing or too weak: set the title’s secret key, at least 32 characters'),
    'whole',
  ),
  PLAYFAB_FUNCTION_SECRETS: onlyInProduction(
    'generated at start | the secret of PlayFab’s function call; one or two values (production)',
    requiredSecrets,
    'whole',
  ),
  VITE_PLAYFAB_URL: inEach(
    'the emulator; in production the title’s host | the PlayFab host that the browser calls',
    origin('must be an https origin, or absent')
      .refine((url) => url.startsWith('https:'), 'must be an https origin, or absent')
      .optional(),
    z.string().optional(),
  ),
  VITE_PLAYFAB_TITLE_ID: text('`PLAYFAB_TITLE_ID` | the title that the browser uses'),
  VITE_PLAYFAB_RECOVERY_TEMPLATES: inEach(
    '`en=recovery-en,fr=recovery-fr`; production: required | the ids of the recovery mails, one in each language',
    requiredText(templatesFix).refine(
      (given) => languages.every((language) => hasTemplate(given, language)),
      templatesFix,
    ),
    z.string().optional(),
  ),
} as const satisfies Table;

const payments = {
  STRIPE_SECRET_KEY: inEach(
    'the simulator | a live key in production, a test key or none in development',
    stripeKey('live', 'is missing or wrong: set the account’s live key, sk_live_… or rk_live_…'),
    stripeKey('test', 'must be a key of Stripe’s test mode, sk_test_… or rk_test_…').optional(),
    'whole',
  ),
  STRIPE_WEBHOOK_SECRETS: inEach(
    'generated at start | the webhook’s signing secret, `whsec_…`; one or two values',
    webhookSecrets,
    webhookSecrets.optional(),
    'whole',
  ),
  STRIPE_PRICE_ID: inEach('the simulator’s | the recurring price, `price_…`', price, price.optional()),
  STRIPE_PRODUCT_IDS: inBoth(
    'that of the price | the products, `prod_…`, whose subscriptions are memberships ([moving in](moving-in.md))',
    list(/^prod_\w+$/, 'must be comma-separated ids of products, prod_…'),
  ),
  STRIPE_COUPON_IDS: inBoth(
    'none | coupons without a promotion code that visitors may use',
    list(/^[\w-]{1,64}$/, 'must be comma-separated coupon ids, each of letters, digits, - and _'),
  ),
  TERMS_VERSION: inBoth(
    '`sample` | the version of your terms and privacy texts, which is recorded with each agreement',
    z.string().max(100).default('sample'),
  ),
  CONTRACT_TIME_ZONE: inBoth(
    '`Europe/Paris` | the contracts’ time zone, in which the days of a period end',
    z
      .string()
      .default('Europe/Paris')
      .refine(isTimeZone, 'must be a time zone such as Europe/Paris or America/New_York'),
  ),
  VITE_PAYMENT_ORIGINS: inEach(
    'Stripe’s hosts; development: the simulator’s | origins of payment pages that the browser may open',
    httpsOrigins('must be comma-separated https origins, such as https://pay.your-domain.org').optional(),
    z.string().optional(),
  ),
  REVENUECAT_WEBHOOK_KEYS: onlyInProduction(
    'none | RevenueCat’s `Authorization` header, at least 32 characters; one or two values. Production only',
    secrets(oneOrTwoKeys).optional(),
    'whole',
  ),
  REVENUECAT_API_KEY: onlyInProduction(
    'none | secret key of RevenueCat’s REST API v1; required with `REVENUECAT_WEBHOOK_KEYS`. Production only',
    secret('must be a secret key of RevenueCat’s REST API, version 1, such as sk_…', 20).optional(),
    'whole',
  ),
} as const satisfies Table;

const game = {
  GAME_API_KEY: inEach(
    '`dev-game-key` | the key of the game’s server; one or two values',
    requiredSecrets,
    requiredText(gameKeyFix)
      .transform(commaSeparated)
      .refine((keys) => keys.length === 1 || keys.length === 2, gameKeyFix)
      .default([devGameKey]),
    'whole',
  ),
  ADMIN_API_KEY: inBoth(
    'none | opens the level tool `/devtools/ugc`; one or two values',
    secrets(oneOrTwoKeys).optional(),
    'whole',
  ),
  LEVELS_DIR: text('the samples | a folder with players’ levels: `<name>.json` and `<name>.png`'),
  LEVELS_URL: inBoth(
    'none | the https address of these files, instead of the folder',
    z
      .string()
      .refine(isBase, 'must be an https address without a query, such as https://levels.your-domain.org/made')
      .optional(),
  ),
  RELEASES_DIR: text(
    'none | the folder with [the files of all releases](runbook.md#keep-releases-that-partners-pinned)',
  ),
  RELEASES_KEPT_DAYS: inBoth(
    'none | for how many days after its build a release stays there at least',
    matching(/^[1-9]\d{0,3}$/, 'must be a number of days'),
  ),
} as const satisfies Table;

const telemetry = {
  META_PIXEL_ID: inBoth(
    'none | the pixel of Meta’s Conversions API; with `META_ACCESS_TOKEN`',
    matching(/^\d{5,20}$/, 'must be the number that the Events Manager shows'),
  ),
  META_ACCESS_TOKEN: inBoth(
    'none | its token; with `META_PIXEL_ID`',
    secret('must be the access token that the Events Manager makes').optional(),
    'whole',
  ),
  META_API_URL: inBoth(
    '`https://graph.facebook.com/v25.0` | the API with its version',
    receiverUrl('https://graph.facebook.com/v25.0'),
  ),
  MEASUREMENT_ID: inBoth(
    'none | the ID `G-…` of the measurement protocol; with `MEASUREMENT_API_SECRET`',
    matching(/^G-[A-Z0-9]{4,20}$/, 'must be the data stream’s measurement ID, G-…'),
  ),
  MEASUREMENT_API_SECRET: inBoth(
    'none | its API secret; with `MEASUREMENT_ID`',
    secret('must be an API secret of that data stream', 16).optional(),
    'whole',
  ),
  MEASUREMENT_URL: inBoth(
    '`https://www.google-analytics.com` | for the EU `https://region1.google-analytics.com`',
    receiverUrl('https://www.google-analytics.com'),
  ),
} as const satisfies Table;

const server = {
  APP_MODE: inBoth(
    'development; `backend/main.ts` requires it | `production` starts only with a complete configuration',
    z
      .enum(['production', 'development'], { error: 'must be production, development or absent' })
      .default('development'),
  ),
  PORT: inBoth('`4173` | the portal’s port', port('4173')),
  HOST: onlyInProduction(
    '`0.0.0.0`; development: this machine | the address to listen on',
    z
      .string()
      .refine(isHost, 'must be an address of this machine, such as 0.0.0.0, 127.0.0.1 or ::, or a host name')
      .default('0.0.0.0'),
  ),
  PUBLIC_URL: inEach(
    '`http://localhost:<PORT>` | the portal’s origin; the only origin in mails',
    requiredText('is missing: set the portal’s public https origin, such as https://portal.your-domain.org')
      .pipe(origin('must be an origin without a path, such as https://portal.your-domain.org'))
      .refine((url) => url.startsWith('https:') && !isReserved(hostOf(url)), 'must be https and a real, public host'),
    origin('must be an origin without a path, such as http://localhost:4173')
      .refine((url) => isLoopback(hostOf(url)), 'must be on this machine, which alone reaches a development server')
      .optional(),
  ),
  REDIRECT_HOSTS: inBoth(
    'none | other host names that redirect to `PUBLIC_URL`',
    list(
      /^[a-z0-9-]+(\.[a-z0-9-]+)*$/,
      'must be comma-separated host names, without https:// and without a port',
      z.string().toLowerCase(),
    ),
  ),
  TRUST_PROXY: inEach(
    'none; production: required | addresses or networks of your proxies, or `none`',
    proxies(
      requiredText(
        'is missing: set the comma-separated addresses or networks of your proxies, such as 10.0.0.0/8, or the word none',
      ),
    ),
    proxies(z.string()).default([]),
  ),
  METRICS_KEY: inBoth(
    'none | the bearer token for `/metrics`; one or two values',
    secrets(oneOrTwoKeys).default([]),
    'whole',
  ),
  ID_TOKEN_KEYS: inEach(
    'production: required; development: kept in the database | the secret of the key that [signs results for partners](../partners/results.md#verify-it-on-your-server); one value, or two [while it changes](runbook.md#change-a-secret)',
    requiredSecrets,
    requiredSecrets.optional(),
    'whole',
  ),
  // In development the console should mainly show the addresses to open.
  LOG_LEVEL: inEach(
    '`warn`; production `info` | `debug`, `info`, `warn`, `error`',
    logLevel.default('info'),
    logLevel.default('warn'),
  ),
  NODE_TLS_REJECT_UNAUTHORIZED: inEach(
    'none | Node’s own variable: production refuses 0, with which every certificate is accepted',
    z
      .string()
      .refine(
        (value) => value !== '0',
        'must not be 0, because every certificate would be accepted. Take it out; NODE_EXTRA_CA_CERTS=<file> names an own certificate authority',
      )
      .optional(),
    z.string().optional(),
  ),
  DEMO_PORT: inBoth('`4174` | the demo partner’s port (development)', port('4174')),
  STRIPE_SIMULATOR_PORT: inBoth('`4175` | the simulator’s port (development), always local', port('4175')),
  DEV_SERVER_URL: onlyInDevelopment(
    'none | set by `npm run dev`: the server of the pages’ source files (development)',
    origin('must be an origin without a path; npm run dev sets it').optional(),
  ),
} as const satisfies Table;

const databaseAndMail = {
  DATABASE_URL: inEach(
    'embedded | PostgreSQL 15 or newer, such as `postgres://user:password@host:5432/database?sslmode=verify-full`',
    postgresUrl('is missing or wrong: set postgres://user:password@host:5432/database').refine(
      isDatabaseEncrypted,
      'must encrypt the connection to a remote host: add ?sslmode=verify-full, and &sslrootcert=<file> for an own certificate authority',
    ),
    postgresUrl('must be postgres://user:password@host:5432/database, or absent').optional(),
    'password',
  ),
  DATA_DIR: inBoth('`.data` | the folder of the embedded database (development)', z.string().default('.data')),
  TOWN_DIR: onlyInDevelopment(
    'none | a folder for the lists of an imaginary earlier system, with which the emulators start ([rehearsal](moving-in.md#rehearse))',
    z.string().optional(),
  ),
  JOB_LEASE_SECONDS: onlyInDevelopment(
    '`30` | seconds until another worker takes the jobs of one that died (development; crash tests shorten it)',
    z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of seconds, 1 to 999')
      .transform(Number)
      .optional(),
  ),
  SMTP_URL: onlyInProduction(
    'captured in `/dev/mail` | `smtps://user:password@host:465` or `smtp://user:password@host:587?requireTLS=true`; `name=<host>` replaces the host of `PUBLIC_URL` in its greeting',
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
    'password',
  ),
  MAIL_FROM: inEach(
    '`no-reply@numeria.example` | the sender',
    sender('is missing or wrong: set the sender, such as Name <no-reply@your-domain.org>').refine(
      (from) => !isReserved(from.replace(/^.*@|>$/g, '').toLowerCase()),
      'must be an address on your own domain',
    ),
    sender('must be a sender, such as Name <no-reply@numeria.example>').default('no-reply@numeria.example'),
  ),
  MAIL_POSTAL_ADDRESS: inBoth(
    'none | your name and postal address in one line, below every mail',
    matching(
      /^\P{Cc}{1,300}$/u,
      'must be one line of at most 300 characters, such as Numeria Ltd, 1 High Street, Dublin',
      z.string().trim(),
    ),
  ),
} as const satisfies Table;

const brandAndPartners = {
  VITE_BRAND_NAME: text('Numeria | the product’s name'),
  VITE_BRAND_SLUG: text('`numeria` | the name in partners’ keys'),
  VITE_BRAND_DOMAIN: text('`<slug>.example` | the brand’s domain'),
  VITE_BRAND_SUPPORT_EMAIL: text('`support@<domain>` | the support address'),
  VITE_TERMS_URL: text('the sample at `/terms` | your own page, which all links open; https'),
  VITE_PRIVACY_URL: text('the sample at `/privacy` | your own page, which all links open; https'),
  VITE_AWARDS: text('none | the product’s awards, comma-separated, for the front page'),
  VITE_SAFETY_SEAL: text('none | the words beside the child-safety seal, such as who certified it'),
  VITE_APP_STORE_URL: text('`https://<domain>/app-store` | where the app is downloaded; https'),
  VITE_GOOGLE_PLAY_URL: text('`https://<domain>/google-play` | where the app is downloaded; https'),
  VITE_PARTNERS: inEach(
    '`.example` hosts; production: required | `key=https://host` pairs, or `none`; several origins of a key: `a=https://b\\|https://c`',
    requiredText('is missing: set comma-separated key=https://partner.your-domain.org pairs, or the word none'),
    z.string().optional(),
  ),
  VITE_PORTAL_URL: text('the script’s own origin | the portal, for elements in a bundle'),
  VITE_DEMO_ORIGIN: onlyInDevelopment(
    '`http://127.0.0.1:<DEMO_PORT>` | the demo partner (development)',
    z.string().optional(),
  ),
  VITE_DEMO_PORTAL_URL: onlyInDevelopment(
    '`PUBLIC_URL` | the demo partner’s portal (development)',
    z.string().optional(),
  ),
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
 * All variables. To add one, add a row above and use it: as a member of the server's configuration, or in a page by
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

const isBuildVariable = (name: SettingName): name is Extract<SettingName, BuildVariable> => name.startsWith('VITE_');
/** The variables of the build. */
export const buildVariables = settingNames.filter(isBuildVariable);

/** Every variable that contains a secret. */
export const secretSettings: readonly SettingName[] = settingNames.filter(
  (name) => settings[name].secret !== undefined,
);
