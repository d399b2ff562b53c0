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

/** What the portal reaches the outside by: the real PlayFab, Stripe and mail server, or the stand-ins for them. */
export type Edges = {
  playfab: PlayfabGateway;
  functionSecrets: readonly string[];
  /** What RevenueCat, or the demo in its place, proves itself with. */
  revenueCat: RevenueCatSecrets;
  stripe: StripeGateway;
  mailer: Mailer;
  levelFiles: LevelFiles;
  /** What stands in, and the demo partner; production has neither. */
  development: Pick<Development, 'mount' | 'startDemo' | 'startStripe'> | null;
};

const openLevels = (levels: LevelsConfig): LevelFiles =>
  levels.kind === 'host' ? createLevelHost(levels) : createLevelFolder(levels.folder);

/** Production never loads the module of the stand-ins. */
export const openEdges = async (config: Config, options: Omit<DevelopmentOptions, 'config'>): Promise<Edges> => {
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
