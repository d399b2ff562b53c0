import { type Config, ConfigError } from './config/load-config.ts';
import type { DevelopmentOptions } from './development.ts';
import { createConversionClients } from './gateways/conversions.ts';
import { countLevels, createLevelFolder, createLevelHost, unreadableLevels } from './gateways/levels.ts';
import { createSmtpMailer } from './gateways/mail.ts';
import { createPlayfabGateway } from './gateways/playfab.ts';
import { createRevenueCatGateway } from './gateways/revenuecat.ts';
import { createStripeGateway } from './gateways/stripe.ts';

/**
 * Selects real or emulated external services. Production never loads the module of the emulators. @throws ConfigError
 */
export const openExternalServices = async (config: Config, options: Omit<DevelopmentOptions, 'config'>) => {
  const { levels, publicUrl, GAME_API_KEY: gameKeys, ADMIN_API_KEY: adminKeys } = config;
  if (levels.kind === 'folder' && (await countLevels(levels.folder)) === null)
    throw new ConfigError([unreadableLevels]);
  const levelFiles = levels.kind === 'host' ? createLevelHost(levels) : createLevelFolder(levels.folder);
  const conversions = createConversionClients(config.conversions);
  if (config.mode === 'development') {
    const { createDevelopment } = await import('./development.ts');
    const development = await createDevelopment({ config, ...options });
    const { gateways, secrets, mailer } = development;
    return {
      gateways: { ...gateways, levelFiles, conversions },
      secrets: { ...secrets, gameKeys, adminKeys: adminKeys ?? ('everybody' as const) },
      mailer,
      development,
    };
  }
  const { PLAYFAB_TITLE_ID: titleId, PLAYFAB_SECRET_KEY: secretKey, REVENUECAT_API_KEY: apiKey } = config;
  return {
    gateways: {
      playfab: createPlayfabGateway({ baseUrl: config.playfabUrl, titleId, secretKey }),
      stripe: createStripeGateway({ ...config.stripe, publicUrl }),
      revenueCat: apiKey === undefined ? null : createRevenueCatGateway({ apiKey }),
      levelFiles,
      conversions,
    },
    secrets: {
      functionSecrets: config.PLAYFAB_FUNCTION_SECRETS,
      revenueCatKeys: config.REVENUECAT_WEBHOOK_KEYS ?? [],
      gameKeys,
      adminKeys: adminKeys ?? [],
      idTokenKeys: config.ID_TOKEN_KEYS,
    },
    mailer: createSmtpMailer({ url: config.SMTP_URL, name: new URL(publicUrl).hostname, from: config.MAIL_FROM }),
    development: null,
  };
};
