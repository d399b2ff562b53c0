import type { z } from 'zod';
import { titleOrigin } from '../../src/config/endpoints.ts';
import type { LevelsConfig } from '../config.ts';
import type { Environment } from '../load-config.ts';
import { measurementOf, metaOf } from '../config-receivers.ts';
import { development, production } from '../config-variables.ts';
import type { ConversionAccounts } from '../gateways/conversions/clients.ts';

export type PlayfabSubject = { titleId: string; url: string; secretKey: string; functionSecrets: readonly string[] };
export type StripeSubject = {
  secretKey: string;
  webhookSecrets: readonly string[];
  priceId: string;
  couponIds: readonly string[];
  livemode: boolean;
};

/**
 * The parts of the configuration to check. `null` means that the variables are absent or wrong, or that an emulator is
 * used.
 */
export type Subject = {
  publicUrl: string | null;
  databaseUrl: string | null;
  playfab: PlayfabSubject | null;
  stripe: StripeSubject | null;
  revenueCatKeys: readonly string[] | null;
  gameKeys: readonly string[] | null;
  adminKeys: readonly string[] | null;
  levels: LevelsConfig | null;
  smtpUrl: string | null;
} & ConversionAccounts;

/** @returns these variables alone, parsed as the server parses them, or null when one of them is wrong. */
const read = <Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> | null =>
  schema.safeParse(env).data ?? null;

type StripeVariables = {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRETS?: readonly string[] | undefined;
  STRIPE_PRICE_ID?: string | undefined;
  STRIPE_COUPON_IDS: readonly string[];
};
const stripeVariables = {
  STRIPE_SECRET_KEY: true,
  STRIPE_WEBHOOK_SECRETS: true,
  STRIPE_PRICE_ID: true,
  STRIPE_COUPON_IDS: true,
} as const;

const stripeOf = (values: StripeVariables | null, livemode: boolean): StripeSubject | null => {
  if (!values?.STRIPE_SECRET_KEY || !values.STRIPE_WEBHOOK_SECRETS || !values.STRIPE_PRICE_ID) return null;
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecrets: values.STRIPE_WEBHOOK_SECRETS,
    priceId: values.STRIPE_PRICE_ID,
    couponIds: values.STRIPE_COUPON_IDS,
    livemode,
  };
};

const playfabOf = (env: Environment): PlayfabSubject | null => {
  const values = read(
    production.pick({
      PLAYFAB_TITLE_ID: true,
      PLAYFAB_SECRET_KEY: true,
      PLAYFAB_FUNCTION_SECRETS: true,
      VITE_PLAYFAB_URL: true,
    }),
    env,
  );
  if (values === null) return null;
  return {
    titleId: values.PLAYFAB_TITLE_ID,
    url: values.VITE_PLAYFAB_URL ?? titleOrigin(values.PLAYFAB_TITLE_ID),
    secretKey: values.PLAYFAB_SECRET_KEY,
    functionSecrets: values.PLAYFAB_FUNCTION_SECRETS,
  };
};

/** Returns the event receivers, which are the same in both modes. */
const receiversOf = (env: Environment): ConversionAccounts => {
  const meta = read(production.pick({ META_PIXEL_ID: true, META_ACCESS_TOKEN: true, META_API_URL: true }), env);
  const measurement = read(
    production.pick({ MEASUREMENT_ID: true, MEASUREMENT_API_SECRET: true, MEASUREMENT_URL: true }),
    env,
  );
  return { meta: meta && metaOf(meta), measurement: measurement && measurementOf(measurement) };
};

/** Returns the configured levels; the bundled samples need no check. */
const levelsOf = (env: Environment): LevelsConfig | null => {
  const { LEVELS_DIR: folder, LEVELS_URL: url } =
    read(production.pick({ LEVELS_DIR: true, LEVELS_URL: true }), env) ?? {};
  if (url !== undefined) return { kind: 'host', url };
  return folder === undefined ? null : { kind: 'folder', folder };
};

const productionSubject = (env: Environment): Subject => ({
  publicUrl: read(production.pick({ PUBLIC_URL: true }), env)?.PUBLIC_URL ?? null,
  databaseUrl: read(production.pick({ DATABASE_URL: true }), env)?.DATABASE_URL ?? null,
  playfab: playfabOf(env),
  stripe: stripeOf(read(production.pick(stripeVariables), env), true),
  revenueCatKeys: read(production.pick({ REVENUECAT_WEBHOOK_KEYS: true }), env)?.REVENUECAT_WEBHOOK_KEYS ?? null,
  gameKeys: read(production.pick({ GAME_API_KEY: true }), env)?.GAME_API_KEY ?? null,
  adminKeys: read(production.pick({ ADMIN_API_KEY: true }), env)?.ADMIN_API_KEY ?? null,
  levels: levelsOf(env),
  smtpUrl: read(production.pick({ SMTP_URL: true }), env)?.SMTP_URL ?? null,
  ...receiversOf(env),
});

/**
 * Returns the parts to check in development, where PlayFab and mail are emulated and no other machine must reach the
 * portal.
 */
const developmentSubject = (env: Environment): Subject => ({
  publicUrl: null,
  databaseUrl: read(development.pick({ DATABASE_URL: true }), env)?.DATABASE_URL ?? null,
  playfab: null,
  stripe: stripeOf(read(development.pick(stripeVariables), env), false),
  revenueCatKeys: null,
  gameKeys: null,
  adminKeys: null,
  levels: levelsOf(env),
  smtpUrl: null,
  ...receiversOf(env),
});

/** Parses each part separately, so that one wrong variable does not prevent the other checks. */
export const subjectOf = (env: Environment): Subject =>
  env['APP_MODE'] === 'production' ? productionSubject(env) : developmentSubject(env);
