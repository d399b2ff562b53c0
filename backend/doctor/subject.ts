import type { z } from 'zod';
import type { LevelsConfig, StripeAccount } from '../config/config.ts';
import { devParts } from '../config/dev-parts.ts';
import type { Environment } from '../config/load-config.ts';
import { productionParts } from '../config/production-parts.ts';
import type { ConversionAccounts } from '../gateways/conversions/clients.ts';

export type PlayfabSubject = z.output<typeof productionParts.playfab>;
export type StripeSubject = Omit<StripeAccount, 'kind'> & { livemode: boolean };

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

/**
 * Returns the parts to check, each read on its own, so that one wrong variable does not prevent the other checks. In
 * development PlayFab and mail are emulated, and no other machine must reach the portal.
 */
export const subjectOf = (env: Environment): Subject => {
  const read = <Part extends z.ZodType>(part: Part): z.output<Part> | null => part.safeParse(env).data ?? null;
  const isProduction = env['APP_MODE'] === 'production';
  const inProduction = <Part extends z.ZodType>(part: Part) => (isProduction ? read(part) : null);

  const database = read(isProduction ? productionParts.database : devParts.database);
  const stripe = read(isProduction ? productionParts.stripe : devParts.stripe);
  return {
    publicUrl: inProduction(productionParts.publicUrl),
    databaseUrl: database?.kind === 'postgres' ? database.url : null,
    playfab: inProduction(productionParts.playfab),
    stripe: stripe?.kind === 'stripe' ? { ...stripe, livemode: isProduction } : null,
    revenueCatKeys: inProduction(productionParts.revenueCat)?.webhookKeys ?? null,
    gameKeys: inProduction(productionParts.gameKeys),
    adminKeys: inProduction(productionParts.adminKeys) ?? null,
    levels: read(productionParts.levels),
    smtpUrl: inProduction(productionParts.smtpUrl),
    meta: read(productionParts.meta),
    measurement: read(productionParts.measurement),
  };
};
