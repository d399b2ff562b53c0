import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  anyVariable,
  commonParts,
  couponIds,
  createdBy,
  idTokenKeys,
  partnersOf,
  proxies,
  serverVariables,
  type StripeAccount,
  stripeKey,
  stripePrice,
  type StripeSimulation,
  stripeWebhookSecrets,
} from './common-parts.ts';
import {
  commaSeparated,
  devGameKey,
  hostOf,
  isLoopback,
  origin,
  port,
  postgresUrl,
  requiredText,
  sender,
} from './values.ts';

/**
 * Variables of production that development rejects: with a part of them, a server would be neither one nor the other.
 */
const productionOnly = z
  .undefined({ error: 'belongs to production: take it out, or set APP_MODE=production and all that it asks for' })
  .optional();

const ports = {
  PORT: port('4173', 'must be a port number, 1 to 65535'),
  DEMO_PORT: port('4174', 'must be a port number, 1 to 65535'),
  STRIPE_SIMULATOR_PORT: port('4175', 'must be a port number, 1 to 65535'),
};

/** The variables that decide who can reach the portal. */
const reach = {
  ...ports,
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin('must be an origin without a path, such as http://localhost:4173').optional(),
};

/** Returns where the pages are opened, and whether a person at another machine may open them. */
const reachOf = ({ HOST, PUBLIC_URL, PORT }: z.output<z.ZodObject<typeof reach>>) => {
  const publicUrl = PUBLIC_URL ?? `http://localhost:${PORT}`;
  const isPublished = !isLoopback(hostOf(publicUrl));
  return { publicUrl, isPublished, isReachable: isPublished || !isLoopback(HOST) };
};

/** The parts of the configuration in development. Each variable has a default. */
export const devParts = {
  ...commonParts,

  server: z
    .object({ ...serverVariables, ...reach, TRUST_PROXY: proxies(z.string()).default([]) })
    .transform((values, context) => {
      const taken = new Map<number, string>();
      for (const name of ['PORT', 'DEMO_PORT', 'STRIPE_SIMULATOR_PORT'] as const) {
        const other = taken.get(values[name]);
        if (other !== undefined) {
          const message = `must differ from ${other}: the portal, the demo and the Stripe simulator have a port each`;
          context.addIssue({ code: 'custom', path: [name], message });
        }
        taken.set(values[name], name);
      }
      if (values.PUBLIC_URL === undefined && !isLoopback(values.HOST)) {
        const message = 'is missing: with this HOST, say at which origin the pages are opened';
        context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message });
      }
      return { ...values, ...reachOf(values) };
    }),

  partners: z
    .object({ DEMO_PORT: ports.DEMO_PORT })
    .catchall(anyVariable)
    .transform(({ DEMO_PORT, ...env }, context) =>
      createdBy(partnersOf)({ VITE_DEMO_ORIGIN: `http://127.0.0.1:${DEMO_PORT}`, ...env }, context),
    ),

  gameKeys: z
    .object({
      ...reach,
      GAME_API_KEY: requiredText('must be one or two comma-separated keys')
        .transform(commaSeparated)
        .refine((keys) => keys.length === 1 || keys.length === 2, 'must be one or two comma-separated keys')
        .optional(),
    })
    .transform(({ GAME_API_KEY: gameKeys, ...values }, context) => {
      const { isReachable } = reachOf(values);
      if (isReachable && gameKeys?.includes(devGameKey)) {
        const message = `must not be ${devGameKey}, which everybody can read, when others can reach the portal: remove it, or set another key`;
        context.addIssue({ code: 'custom', path: ['GAME_API_KEY'], message });
      }
      if (gameKeys !== undefined) return { gameKeys, generatedGameKey: null };
      if (!isReachable) return { gameKeys: [devGameKey], generatedGameKey: null };
      const generatedGameKey = randomBytes(24).toString('base64url');
      return { gameKeys: [generatedGameKey], generatedGameKey };
    }),

  /** Undefined when the server makes its own and keeps it in its database. */
  idTokenKeys: z.object({ ID_TOKEN_KEYS: idTokenKeys.optional() }).transform((values) => values.ID_TOKEN_KEYS),

  database: z
    .object({
      DATABASE_URL: postgresUrl('must be postgres://user:password@host:5432/database, or absent').optional(),
      DATA_DIR: z.string().default('.data'),
    })
    .transform(
      ({
        DATABASE_URL: url,
        DATA_DIR: folder,
      }): { kind: 'postgres'; url: string } | { kind: 'embedded'; folder: string } =>
        url === undefined ? { kind: 'embedded', folder } : { kind: 'postgres', url },
    ),

  titleId: z
    .object({
      PLAYFAB_TITLE_ID: z
        .string()
        .regex(/^[0-9A-Za-z]{1,16}$/, 'must be letters and digits')
        .default('MATHS'),
    })
    .transform((values) => values.PLAYFAB_TITLE_ID),

  /** Stripe's test mode when it is configured completely, else the simulator. */
  stripe: z
    .object({
      STRIPE_SIMULATOR_PORT: ports.STRIPE_SIMULATOR_PORT,
      STRIPE_SECRET_KEY: stripeKey('test', 'must be a key of Stripe’s test mode, sk_test_… or rk_test_…').optional(),
      STRIPE_WEBHOOK_SECRETS: stripeWebhookSecrets.optional(),
      STRIPE_PRICE_ID: stripePrice.optional(),
      STRIPE_COUPON_IDS: couponIds,
    })
    .transform((values, context): StripeAccount | StripeSimulation => {
      const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS, STRIPE_PRICE_ID } = values;
      const simulator = {
        kind: 'simulator' as const,
        port: values.STRIPE_SIMULATOR_PORT,
        couponIds: values.STRIPE_COUPON_IDS,
      };
      if (STRIPE_SECRET_KEY !== undefined && STRIPE_WEBHOOK_SECRETS !== undefined && STRIPE_PRICE_ID !== undefined) {
        return {
          kind: 'stripe',
          secretKey: STRIPE_SECRET_KEY,
          webhookSecrets: STRIPE_WEBHOOK_SECRETS,
          priceId: STRIPE_PRICE_ID,
          couponIds: values.STRIPE_COUPON_IDS,
        };
      }
      const all = Object.entries({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS, STRIPE_PRICE_ID });
      const missing = all.filter(([, value]) => value === undefined);
      for (const [name] of missing.length === all.length ? [] : missing) {
        const message = 'is missing: Stripe’s test mode needs all three, or none';
        context.addIssue({ code: 'custom', path: [name], message });
      }
      return simulator;
    }),

  sender: z
    .object({
      MAIL_FROM: sender('must be a sender, such as Name <no-reply@numeria.example>').default(
        'no-reply@numeria.example',
      ),
    })
    .transform((values) => values.MAIL_FROM),

  tools: z
    .object({
      JOB_LEASE_SECONDS: z
        .string()
        .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of seconds, 1 to 999')
        .transform(Number)
        .optional(),
      DEV_SERVER_URL: origin('must be an origin without a path; npm run dev sets it').optional(),
    })
    .transform((values) => ({
      jobLease: values.JOB_LEASE_SECONDS === undefined ? undefined : values.JOB_LEASE_SECONDS * 1_000,
      devServer: values.DEV_SERVER_URL,
    })),

  rejected: z.object({
    PLAYFAB_SECRET_KEY: productionOnly,
    PLAYFAB_FUNCTION_SECRETS: productionOnly,
    REVENUECAT_WEBHOOK_KEYS: productionOnly,
    REVENUECAT_API_KEY: productionOnly,
    SMTP_URL: productionOnly,
  }),
};
