import { z } from 'zod';
import { titleOrigin } from '../../src/config/endpoints.ts';
import { isLoopbackOrigin } from '../../src/config/partner-origins.ts';
import {
  anyVariable,
  areBothSet,
  commonParts,
  couponIds,
  createdBy,
  idTokenKeys,
  partnersOf,
  proxies,
  serverVariables,
  stripeKey,
  stripePrice,
  stripeWebhookSecrets,
} from './common-parts.ts';
import {
  hostOf,
  httpsOrigins,
  isDatabaseEncrypted,
  isLocal,
  isMailEncrypted,
  isReserved,
  origin,
  port,
  postgresUrl,
  requiredText,
  secret,
  secrets,
  sender,
  urlWithPassword,
} from './values.ts';

const developmentOnly = z.undefined({ error: 'belongs to development: take it out' }).optional();
const titleId = 'is missing or wrong: set the title’s id, as PlayFab’s Game Manager shows it';

/** Refuses an origin that somebody between a visitor and the partner could replace. */
const isPartnerOrigin = (partner: string): boolean =>
  (partner.startsWith('https:') && !isLocal(hostOf(partner))) || isLoopbackOrigin(partner);

/** The parts of the configuration in production. */
export const productionParts = {
  ...commonParts,

  publicUrl: z
    .object({
      PUBLIC_URL: requiredText(
        'is missing: set the portal’s public https origin, such as https://portal.your-domain.org',
      )
        .pipe(origin('must be an origin without a path, such as https://portal.your-domain.org'))
        .refine((url) => url.startsWith('https:') && !isReserved(hostOf(url)), 'must be https and a real, public host'),
    })
    .transform((values) => values.PUBLIC_URL),

  server: z
    .object({
      ...serverVariables,
      HOST: z.string().default('0.0.0.0'),
      PORT: port('4173', 'must be a port number, 1 to 65535'),
      TRUST_PROXY: proxies(
        requiredText(
          'is missing: set the comma-separated addresses or networks of your proxies, such as 10.0.0.0/8, or the word none',
        ),
      ),
    })
    .transform((values, context) => {
      if (values.COUNTRY_HEADER !== undefined && values.TRUST_PROXY.length === 0) {
        const message =
          'needs a proxy in TRUST_PROXY: without one, visitors can set the header themselves. Name the proxy, or remove COUNTRY_HEADER';
        context.addIssue({ code: 'custom', path: ['COUNTRY_HEADER'], message });
      }
      return values;
    }),

  partners: z
    .object({
      VITE_PARTNERS: requiredText(
        'is missing: set comma-separated key=https://partner.your-domain.org pairs, or the word none',
      ),
    })
    .catchall(anyVariable)
    .transform(createdBy(partnersOf))
    .refine((partners) => partners.every(({ origins }) => origins.every(isPartnerOrigin)), {
      path: ['VITE_PARTNERS'],
      message: "must name https origins, or those of a developer's own machine such as http://localhost:3000",
    }),

  database: z
    .object({
      DATABASE_URL: postgresUrl('is missing or wrong: set postgres://user:password@host:5432/database').refine(
        isDatabaseEncrypted,
        'must encrypt the connection to a remote host: add ?sslmode=verify-full, and &sslrootcert=<file> for an own certificate authority',
      ),
    })
    .transform(({ DATABASE_URL: url }) => ({ kind: 'postgres' as const, url })),

  playfab: z
    .object({
      PLAYFAB_TITLE_ID: requiredText(titleId)
        .regex(/^[0-9A-Fa-f]{3,16}$/, titleId)
        .toUpperCase(),
      PLAYFAB_SECRET_KEY: secret('is missing or too weak: set the title’s secret key, at least 32 characters'),
      PLAYFAB_FUNCTION_SECRETS: secrets(
        'is missing or too weak: set one or two comma-separated secrets, each random and of at least 32 characters',
      ),
      VITE_PLAYFAB_URL: origin('must be an https origin, or absent')
        .refine((url) => url.startsWith('https:'), 'must be an https origin, or absent')
        .optional(),
    })
    .transform((values) => ({
      titleId: values.PLAYFAB_TITLE_ID,
      url: values.VITE_PLAYFAB_URL ?? titleOrigin(values.PLAYFAB_TITLE_ID),
      secretKey: values.PLAYFAB_SECRET_KEY,
      functionSecrets: values.PLAYFAB_FUNCTION_SECRETS,
    })),

  stripe: z
    .object({
      STRIPE_SECRET_KEY: stripeKey('live', 'is missing or wrong: set the account’s live key, sk_live_… or rk_live_…'),
      STRIPE_WEBHOOK_SECRETS: stripeWebhookSecrets,
      STRIPE_PRICE_ID: stripePrice,
      STRIPE_COUPON_IDS: couponIds,
    })
    .transform((values) => ({
      kind: 'stripe' as const,
      secretKey: values.STRIPE_SECRET_KEY,
      webhookSecrets: values.STRIPE_WEBHOOK_SECRETS,
      priceId: values.STRIPE_PRICE_ID,
      couponIds: values.STRIPE_COUPON_IDS,
    })),

  /** Null when no webhook of app-store subscriptions is expected. */
  revenueCat: z
    .object({
      REVENUECAT_WEBHOOK_KEYS: secrets(
        'must be one or two comma-separated keys, each random and of at least 32 characters',
      ).optional(),
      REVENUECAT_API_KEY: secret(
        'must be a secret key of RevenueCat’s REST API, version 1, such as sk_…',
        20,
      ).optional(),
    })
    .transform(({ REVENUECAT_WEBHOOK_KEYS, REVENUECAT_API_KEY }, context) => {
      if (!areBothSet({ REVENUECAT_WEBHOOK_KEYS, REVENUECAT_API_KEY }, context)) return null;
      if (REVENUECAT_WEBHOOK_KEYS === undefined || REVENUECAT_API_KEY === undefined) return null;
      return { webhookKeys: REVENUECAT_WEBHOOK_KEYS, apiKey: REVENUECAT_API_KEY };
    }),

  paymentOrigins: z.object({
    VITE_PAYMENT_ORIGINS: httpsOrigins(
      'must be comma-separated https origins, such as https://pay.your-domain.org',
    ).optional(),
  }),

  gameKeys: z
    .object({
      GAME_API_KEY: secrets(
        'is missing or too weak: set one or two comma-separated keys, each random and of at least 32 characters',
      ),
    })
    .transform((values) => values.GAME_API_KEY),

  idTokenKeys: z.object({ ID_TOKEN_KEYS: idTokenKeys }).transform((values) => values.ID_TOKEN_KEYS),

  smtpUrl: z
    .object({
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
    })
    .transform((values) => values.SMTP_URL),

  sender: z
    .object({
      MAIL_FROM: sender('is missing or wrong: set the sender, such as Name <no-reply@your-domain.org>').refine(
        (from) => !isReserved(from.replace(/^.*@|>$/g, '').toLowerCase()),
        'must be an address on your own domain',
      ),
    })
    .transform((values) => values.MAIL_FROM),

  /** Variables that would weaken production or that only development reads. */
  rejected: z.object({
    DEV_SERVER_URL: developmentOnly,
    JOB_LEASE_SECONDS: developmentOnly,
    VITE_DEMO_ORIGIN: developmentOnly,
    NODE_TLS_REJECT_UNAUTHORIZED: z
      .string()
      .refine(
        (value) => value !== '0',
        'must not be 0, because every certificate would be accepted. Take it out; NODE_EXTRA_CA_CERTS=<file> names an own certificate authority',
      )
      .optional(),
  }),
};
