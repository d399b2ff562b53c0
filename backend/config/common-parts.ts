import { z } from 'zod';
import { createBrand } from '../../src/config/brand.ts';
import { createLegalLinks } from '../../src/config/legal-links.ts';
import { createPartners, type Partner } from '../../src/config/partner-origins.ts';
import { createWithdrawalDays, isDaysToLeave } from '../../src/config/withdrawal-days.ts';
import { commaSeparated, isBase, isBounded, isNetwork, secret, secrets } from './values.ts';

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

/** The variables of a process. An empty variable counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Lets a part read variables that it does not name. */
export const anyVariable = z.string().optional();

/**
 * Returns a transformation of the environment into a table that the build creates, too. Its error is a sentence that
 * begins with the variable's name, and so it has no path.
 */
export const createdBy =
  <Value>(create: (env: Environment) => Value) =>
  (env: Environment, context: z.RefinementCtx): Value => {
    try {
      return create(env);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'A VITE_ variable is wrong.';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  };

/** Returns the partners, from the same variables as the build. */
export const partnersOf = (env: Environment): Partner[] => createPartners(env, createBrand(env));

/** Reads addresses and networks of proxies, or the word `none`. */
export const proxies = (text: z.ZodType<string, string>) =>
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

/** The variables of the server that both modes read in the same way. */
export const serverVariables = {
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
  METRICS_KEY: secrets('must be one or two comma-separated keys, each random and of at least 32 characters').optional(),
  LOG_LEVEL: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' }))
    .optional(),
};

/** Ids of coupons that the portal accepts beside Stripe's promotion codes. */
export const couponIds = z
  .string()
  .default('')
  .transform(commaSeparated)
  .refine(
    (ids) => ids.every((id) => /^[\w-]{1,64}$/.test(id)),
    'must be comma-separated coupon ids, each of letters, digits, - and _',
  );
export const stripeWebhookSecrets = secrets(
  'is missing or wrong: set the webhook endpoint’s signing secret, whsec_…, or two, comma-separated',
  /^whsec_/,
);
export const stripePrice = z
  .string({ error: 'is missing or wrong: set the price’s id, price_…' })
  .regex(/^\s*price_\w+\s*$/, 'is missing or wrong: set the price’s id, price_…')
  .trim();
/**
 * Reads a Stripe key of one mode. A live key in development would charge real cards, and a test key in production would
 * charge none.
 */
export const stripeKey = (mode: 'live' | 'test', fix: string) => secret(fix).regex(new RegExp(`^[sr]k_${mode}_`), fix);

/** Reads the address of an event receiver: https, or http on this machine. */
const receiverUrl = (fallback: string) =>
  z
    .string()
    .refine(isBase, `must be an https address such as ${fallback}`)
    .transform((url) => url.replace(/\/$/, ''))
    .default(fallback);

/** The secrets of the keys that sign results for partners. */
export const idTokenKeys = secrets(
  'is missing or too weak: set one or two comma-separated secrets, each random and of at least 32 characters',
);

/** Adds an issue for the missing one of two variables that need each other. @returns whether both are set. */
export const areBothSet = (values: Readonly<Record<string, unknown>>, context: z.RefinementCtx): boolean => {
  const names = Object.keys(values);
  const given = names.find((name) => values[name] !== undefined);
  const missing = names.find((name) => values[name] === undefined);
  if (given !== undefined && missing !== undefined) {
    const message = `is missing: ${given} needs it beside itself, or is taken out, too`;
    context.addIssue({ code: 'custom', path: [missing], message });
  }
  return missing === undefined;
};

/** The variables that are secrets as a whole. No two may have the same value. */
const secretVariables = [
  'PLAYFAB_SECRET_KEY',
  'PLAYFAB_FUNCTION_SECRETS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'REVENUECAT_WEBHOOK_KEYS',
  'REVENUECAT_API_KEY',
  'GAME_API_KEY',
  'ADMIN_API_KEY',
  'META_ACCESS_TOKEN',
  'MEASUREMENT_API_SECRET',
  'METRICS_KEY',
  'ID_TOKEN_KEYS',
] as const;

/** Every variable that contains a secret; an address contains a password. */
export const allSecretVariables = [...secretVariables, 'DATABASE_URL', 'SMTP_URL'] as const;

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/**
 * The parts of the configuration that are the same in both modes. A part is a schema of the whole environment: it reads
 * its own variables, and its result does not depend on whether another part is right.
 */
export const commonParts = {
  keptReleases: z.object({ RELEASES_DIR: z.string().optional() }).transform((values) => values.RELEASES_DIR),

  withdrawalDays: z.object({}).catchall(anyVariable).transform(createdBy(createWithdrawalDays)),

  /** Days in which the mailed link of a declaration is valid. The withdrawal must be possible for as long as the law asks. */
  linkDays: z
    .object({
      CANCELLATION_LINK_DAYS: z
        .string()
        .default('14')
        .refine(isDaysToLeave, 'must be a number of days from 14 to 365')
        .transform(Number),
    })
    .transform((values) => values.CANCELLATION_LINK_DAYS),

  /** The time zone of the contracts, in which the days of a period end. */
  timeZone: z
    .object({
      CONTRACT_TIME_ZONE: z
        .string()
        .default('Europe/Paris')
        .refine(isTimeZone, 'must be a time zone such as Europe/Paris or America/New_York'),
    })
    .transform((values) => values.CONTRACT_TIME_ZONE),

  /** The name and postal address of the operator in mails; undefined leaves them out. */
  postalAddress: z
    .object({
      MAIL_POSTAL_ADDRESS: z
        .string()
        .trim()
        .regex(
          /^\P{Cc}{1,300}$/u,
          'must be one line of at most 300 characters, such as Numeria Ltd, 1 High Street, Dublin',
        )
        .optional(),
    })
    .transform((values) => values.MAIL_POSTAL_ADDRESS),

  legalLinks: z.object({}).catchall(anyVariable).transform(createdBy(createLegalLinks)),

  /** Undefined without a key. */
  adminKeys: z
    .object({
      ADMIN_API_KEY: secrets(
        'must be one or two comma-separated keys, each random and of at least 32 characters',
      ).optional(),
    })
    .transform((values) => values.ADMIN_API_KEY),

  /** Null when nothing is configured, which means the bundled levels. */
  levels: z
    .object({
      LEVELS_DIR: z.string().optional(),
      LEVELS_URL: z
        .string()
        .refine(isBase, 'must be an https address without a query, such as https://levels.your-domain.org/made')
        .optional(),
    })
    .transform(({ LEVELS_DIR: folder, LEVELS_URL: url }, context) => {
      if (folder !== undefined && url !== undefined) {
        const message = 'and LEVELS_URL exclude each other: take one out';
        context.addIssue({ code: 'custom', path: ['LEVELS_DIR'], message });
      }
      if (url !== undefined) return { kind: 'host' as const, url };
      return folder === undefined ? null : { kind: 'folder' as const, folder };
    }),

  /** Null when Meta receives no events. */
  meta: z
    .object({
      META_PIXEL_ID: z
        .string()
        .regex(/^\d{5,20}$/, 'must be the number that the Events Manager shows')
        .optional(),
      META_ACCESS_TOKEN: secret('must be the access token that the Events Manager makes').optional(),
      META_API_URL: receiverUrl('https://graph.facebook.com/v25.0'),
    })
    .transform(({ META_PIXEL_ID, META_ACCESS_TOKEN, META_API_URL: url }, context) => {
      areBothSet({ META_PIXEL_ID, META_ACCESS_TOKEN }, context);
      if (META_PIXEL_ID === undefined || META_ACCESS_TOKEN === undefined) return null;
      return { url, pixelId: META_PIXEL_ID, accessToken: META_ACCESS_TOKEN };
    }),

  /** Null when the measurement protocol receives no events. */
  measurement: z
    .object({
      MEASUREMENT_ID: z
        .string()
        .regex(/^G-[A-Z0-9]{4,20}$/, 'must be the data stream’s measurement ID, G-…')
        .optional(),
      MEASUREMENT_API_SECRET: secret('must be an API secret of that data stream', 16).optional(),
      MEASUREMENT_URL: receiverUrl('https://www.google-analytics.com'),
    })
    .transform(({ MEASUREMENT_ID, MEASUREMENT_API_SECRET, MEASUREMENT_URL: url }, context) => {
      areBothSet({ MEASUREMENT_ID, MEASUREMENT_API_SECRET }, context);
      if (MEASUREMENT_ID === undefined || MEASUREMENT_API_SECRET === undefined) return null;
      return { url, measurementId: MEASUREMENT_ID, apiSecret: MEASUREMENT_API_SECRET };
    }),

  /** Refuses a secret that is used for two purposes. */
  distinctSecrets: z
    .object({})
    .catchall(anyVariable)
    .transform((env, context) => {
      const seen = new Set<string>();
      for (const name of secretVariables) {
        for (const value of commaSeparated(env[name] ?? '')) {
          if (seen.has(value)) {
            const message = 'repeats a secret: each must differ from every other';
            context.addIssue({ code: 'custom', path: [name], message });
          }
          seen.add(value);
        }
      }
    }),
};
