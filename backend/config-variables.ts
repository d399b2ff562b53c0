import { z } from 'zod';
import { isDatabaseEncrypted, isMailEncrypted } from './config-encryption.ts';
import {
  hostOf,
  httpsOrigins,
  isBase,
  isBounded,
  isNetwork,
  isReserved,
  commaSeparated,
  origin,
  port,
  postgresUrl,
  secret,
  secrets,
  sender,
  requiredText,
  urlWithPassword,
} from './config-values.ts';

/** Reads the address of an event receiver: https, or http on this machine. */
const receiverUrl = (fallback: string) =>
  z
    .string()
    .refine(isBase, `must be an https address such as ${fallback}`)
    .transform((url) => url.replace(/\/$/, ''))
    .default(fallback);

/** Reads addresses and networks of proxies, or the word `none`. */
const proxies = (text: z.ZodType<string, string>) =>
  text
    .transform((value) => (value.trim() === 'none' ? [] : commaSeparated(value)))
    .refine(
      (entries) => entries.every(isNetwork),
      'must be comma-separated addresses or networks, such as 10.0.0.0/8, or the word none',
    )
    .refine(
      (entries) => entries.every(isBounded),
      'must not trust a large part of the internet: anybody could forge X-Forwarded-For. Name the addresses of your proxies',
    );

const common = {
  PORT: port('4173', 'must be a port number, 1 to 65535'),
  REDIRECT_HOSTS: z
    .string()
    .toLowerCase()
    .default('')
    .transform(commaSeparated)
    .refine(
      (names) => names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)),
      'must be comma-separated host names, without https:// and without a port',
    ),
  COUNTRY_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+$/, 'must be a header’s name, such as cf-ipcountry')
    .optional(),
  METRICS_KEY: secret('must be a random secret of at least 32 characters').optional(),
  STRIPE_COUPON_IDS: z
    .string()
    .default('')
    .transform(commaSeparated)
    .refine(
      (ids) => ids.every((id) => /^[\w-]{1,64}$/.test(id)),
      'must be comma-separated coupon ids, each of letters, digits, - and _',
    ),
  REVENUECAT_WEBHOOK_KEYS: secrets(
    'must be one or two comma-separated keys, each random and of at least 32 characters',
  ).optional(),
  REVENUECAT_SIGNING_SECRETS: secrets(
    'must be one or two comma-separated secrets, each of at least 32 characters, as RevenueCat shows them',
  ).optional(),
  ADMIN_API_KEY: secrets(
    'must be one or two comma-separated keys, each random and of at least 32 characters',
  ).optional(),
  RELEASES_DIR: z.string().optional(),
  LEVELS_DIR: z.string().optional(),
  LEVELS_URL: z
    .string()
    .refine(isBase, 'must be an https address without a query, such as https://levels.your-domain.org/made')
    .optional(),
  META_PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'must be the number that the Events Manager shows')
    .optional(),
  META_ACCESS_TOKEN: secret('must be the access token that the Events Manager makes').optional(),
  META_API_URL: receiverUrl('https://graph.facebook.com/v25.0'),
  MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'must be the data stream’s measurement ID, G-…')
    .optional(),
  MEASUREMENT_API_SECRET: secret('must be an API secret of that data stream', 16).optional(),
  MEASUREMENT_URL: receiverUrl('https://www.google-analytics.com'),
  LOG_LEVEL: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' }))
    .optional(),
};

/**
 * Reads a Stripe key of one mode. A live key in development would charge real cards, and a test key in production would
 * charge none.
 */
const stripeKey = (mode: 'live' | 'test', fix: string) => secret(fix).regex(new RegExp(`^[sr]k_${mode}_`), fix);
const stripeWebhookSecrets = secrets(
  'is missing or wrong: set the webhook endpoint’s signing secret, whsec_…, or two, comma-separated',
  /^whsec_/,
);
const stripePrice = requiredText('is missing or wrong: set the price’s id, price_…').regex(
  /^price_\w+$/,
  'is missing or wrong: set the price’s id, price_…',
);

/** The variables of production. */
export const production = z.object({
  ...common,
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: requiredText('is missing: set the portal’s public https origin, such as https://portal.your-domain.org')
    .pipe(origin('must be an origin without a path, such as https://portal.your-domain.org'))
    .refine((url) => url.startsWith('https:') && !isReserved(hostOf(url)), 'must be https and a real, public host'),
  DATABASE_URL: postgresUrl('is missing or wrong: set postgres://user:password@host:5432/database').refine(
    isDatabaseEncrypted,
    'must encrypt the connection to a remote host: add ?sslmode=verify-full, and &sslrootcert=<file> for an own certificate authority',
  ),
  TRUST_PROXY: proxies(
    requiredText(
      'is missing: set the comma-separated addresses or networks of your proxies, such as 10.0.0.0/8, or the word none',
    ),
  ),
  VITE_PARTNERS: requiredText(
    'is missing: set comma-separated key=https://partner.your-domain.org pairs, or the word none',
  ),
  PLAYFAB_TITLE_ID: requiredText('is missing or wrong: set the title’s id, as PlayFab’s Game Manager shows it')
    .regex(/^[0-9A-Fa-f]{3,16}$/, 'is missing or wrong: set the title’s id, as PlayFab’s Game Manager shows it')
    .toUpperCase(),
  PLAYFAB_SECRET_KEY: secret('is missing or too weak: set the title’s secret key, at least 32 characters'),
  PLAYFAB_FUNCTION_SECRETS: secrets(
    'is missing or too weak: set one or two comma-separated secrets, each random and of at least 32 characters',
  ),
  STRIPE_SECRET_KEY: stripeKey('live', 'is missing or wrong: set the account’s live key, sk_live_… or rk_live_…'),
  STRIPE_WEBHOOK_SECRETS: stripeWebhookSecrets,
  STRIPE_PRICE_ID: stripePrice,
  VITE_PAYMENT_ORIGINS: httpsOrigins(
    'must be comma-separated https origins, such as https://pay.your-domain.org',
  ).optional(),
  VITE_PLAYFAB_URL: origin('must be an https origin, or absent')
    .refine((url) => url.startsWith('https:'), 'must be an https origin, or absent')
    .optional(),
  VITE_DEMO_ORIGIN: z.undefined({ error: 'belongs to development: take it out' }).optional(),
  JOB_LEASE_SECONDS: z.undefined({ error: 'belongs to development: take it out' }).optional(),
  DEV_SERVER_URL: z.undefined({ error: 'belongs to development: take it out' }).optional(),
  GAME_API_KEY: secrets(
    'is missing or too weak: set one or two comma-separated keys, each random and of at least 32 characters',
  ),
  SMTP_URL: requiredText('is missing: set smtps://user:password@host:465')
    .pipe(urlWithPassword(/^smtps?:$/, 'must begin with smtp:// or smtps://'))
    .pipe(
      z
        .string()
        .refine(
          isMailEncrypted,
          'must encrypt the connection to a remote host: write smtps://…, or add ?requireTLS=true to smtp://…, without tls.rejectUnauthorized=false',
        ),
    ),
  MAIL_FROM: sender('is missing or wrong: set the sender, such as Name <no-reply@your-domain.org>').refine(
    (from) => !isReserved(from.replace(/^.*@|>$/g, '').toLowerCase()),
    'must be an address on your own domain',
  ),
});

/**
 * Variables of production that development rejects: with a part of them, a server would be neither one nor the other.
 */
const absent = z
  .undefined({ error: 'belongs to production: take it out, or set APP_MODE=production and all that it asks for' })
  .optional();

/** The variables of development. Each has a default. */
export const development = z.object({
  ...common,
  HOST: z.string().default('127.0.0.1'),
  DEMO_PORT: port('4174', 'must be a port number, 1 to 65535'),
  STRIPE_SIMULATOR_PORT: port('4175', 'must be a port number, 1 to 65535'),
  DATA_DIR: z.string().default('.data'),
  JOB_LEASE_SECONDS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of seconds, 1 to 999')
    .transform(Number)
    .optional(),
  DEV_SERVER_URL: origin('must be an origin without a path; npm run dev sets it').optional(),
  PUBLIC_URL: origin('must be an origin without a path, such as http://localhost:4173').optional(),
  TRUST_PROXY: proxies(z.string()).default([]),
  DATABASE_URL: postgresUrl('must be postgres://user:password@host:5432/database, or absent').optional(),
  PLAYFAB_TITLE_ID: z
    .string()
    .regex(/^[0-9A-Za-z]{1,16}$/, 'must be letters and digits')
    .default('MATHS'),
  MAIL_FROM: sender('must be a sender, such as Name <no-reply@numeria.example>').default('no-reply@numeria.example'),
  GAME_API_KEY: requiredText('must be one or two comma-separated keys')
    .transform(commaSeparated)
    .refine((keys) => keys.length === 1 || keys.length === 2, 'must be one or two comma-separated keys')
    .optional(),
  STRIPE_SECRET_KEY: stripeKey('test', 'must be a key of Stripe’s test mode, sk_test_… or rk_test_…').optional(),
  STRIPE_WEBHOOK_SECRETS: stripeWebhookSecrets.optional(),
  STRIPE_PRICE_ID: stripePrice.optional(),
  PLAYFAB_SECRET_KEY: absent,
  PLAYFAB_FUNCTION_SECRETS: absent,
  SMTP_URL: absent,
});
