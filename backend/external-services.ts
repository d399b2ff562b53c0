import type { Config, LevelsConfig } from './config/load-config.ts';
import type { Development, DevelopmentOptions } from './development.ts';
import type { CallerSecrets, Gateways } from './domain/dependencies.ts';
import { createConversionClients } from './gateways/conversions.ts';
import { createLevelFolder, createLevelHost, type LevelFiles } from './gateways/levels.ts';
import { createSmtpMailer, type Mailer } from './gateways/mail.ts';
import { createPlayfabGateway } from './gateways/playfab.ts';
import { createRevenueCatGateway } from './gateways/revenuecat.ts';
import { createStripeGateway } from './gateways/stripe.ts';

/** The external services of the portal: the real PlayFab, Stripe and mail server, or their emulators. */
export type ExternalServices = {
  gateways: Gateways;
  secrets: CallerSecrets;
  mailer: Mailer;
  /** The emulators and the demo partner; null in production. */
  development: Pick<Development, 'mount' | 'source' | 'startDemo' | 'startStripe' | 'addTestAccount'> | null;
};

const openLevels = (levels: LevelsConfig): LevelFiles =>
  levels.kind === 'host' ? createLevelHost(levels) : createLevelFolder(levels.folder);

/** Selects real or emulated external services. Production never loads the module of the emulators. */
export const openExternalServices = async (
  config: Config,
  options: Omit<DevelopmentOptions, 'config'>,
): Promise<ExternalServices> => {
  const { gameKeys, adminKeys } = config;
  const levelFiles = openLevels(config.levels);
  const conversions = createConversionClients(config.conversions);
  if (config.mode === 'development') {
    const { createDevelopment } = await import('./development.ts');
    const development = await createDevelopment({ config, ...options });
    const { gateways, secrets, mailer } = development;
    return {
      gateways: { ...gateways, levelFiles, conversions },
      secrets: { ...secrets, gameKeys, adminKeys },
      mailer,
      development,
    };
  }
  const { playfab, stripe, mail, publicUrl, revenueCat, idTokenKeys } = config;
  const { functionSecrets } = playfab;
  return {
    gateways: {
      playfab: createPlayfabGateway({ baseUrl: playfab.url, titleId: playfab.titleId, secretKey: playfab.secretKey }),
      stripe: createStripeGateway({ ...stripe, publicUrl }),
      revenueCat: revenueCat === null ? null : createRevenueCatGateway(revenueCat),
      levelFiles,
      conversions,
    },
    secrets: {
      functionSecrets,
      revenueCatKeys: revenueCat?.webhookKeys ?? [],
      gameKeys,
      adminKeys,
      idTokenKeys,
    },
    mailer: createSmtpMailer({ url: mail.smtpUrl, from: mail.from }),
    development: null,
  };
};
