import type { Config, LevelsConfig } from './config.ts';
import type { Development, DevelopmentOptions } from './development.ts';
import type { RevenueCatSecrets } from './domain/stores/genuine.ts';
import type { LevelFiles } from './gateways/level-files.ts';
import { createLevelFolder } from './gateways/level-folder.ts';
import { createLevelHost } from './gateways/level-host.ts';
import { createSmtpMailer, type Mailer } from './gateways/mail.ts';
import { createPlayfabGateway, type PlayfabGateway } from './gateways/playfab.ts';
import type { StripeGateway } from './gateways/stripe-gateway.ts';
import { createStripeGateway } from './gateways/stripe.ts';

/** The external services of the portal: the real PlayFab, Stripe and mail server, or their emulators. */
export type ExternalServices = {
  playfab: PlayfabGateway;
  functionSecrets: readonly string[];
  /** The secrets of RevenueCat, or of the demo that replaces it. */
  revenueCat: RevenueCatSecrets;
  stripe: StripeGateway;
  mailer: Mailer;
  levelFiles: LevelFiles;
  /** The emulators and the demo partner; null in production. */
  development: Pick<Development, 'mount' | 'startDemo' | 'startStripe'> | null;
};

const openLevels = (levels: LevelsConfig): LevelFiles =>
  levels.kind === 'host' ? createLevelHost(levels) : createLevelFolder(levels.folder);

/** Selects real or emulated external services. Production never loads the module of the emulators. */
export const openExternalServices = async (
  config: Config,
  options: Omit<DevelopmentOptions, 'config'>,
): Promise<ExternalServices> => {
  if (config.mode === 'development') {
    const { createDevelopment } = await import('./development.ts');
    const development = await createDevelopment({ config, ...options });
    return { ...development, levelFiles: openLevels(config.levels), development };
  }
  const { playfab, stripe, mail, publicUrl } = config;
  return {
    playfab: createPlayfabGateway({ baseUrl: playfab.url, titleId: playfab.titleId, secretKey: playfab.secretKey }),
    functionSecrets: playfab.functionSecrets,
    revenueCat: config.revenueCat ?? { keys: [], signingSecrets: [] },
    stripe: createStripeGateway({ ...stripe, publicUrl }),
    mailer: createSmtpMailer({ url: mail.smtpUrl, from: mail.from }),
    levelFiles: openLevels(config.levels),
    development: null,
  };
};
