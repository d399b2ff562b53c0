import { routes } from '../../src/contracts/routes.ts';
import type { Config } from '../config/load-config.ts';

export type StartupInfo = {
  config: Config;
  key: string | null;
  /** The account of a development portal for tests; null if it has none. */
  account: { email: string; password: string } | null;
};

/** Returns the startup banner: the address of the portal and what to try. */
export const startupBanner = ({ config, key, account }: StartupInfo): string => {
  const { publicUrl } = config;
  if (config.mode === 'production') return `The portal listens on port ${config.port} as ${publicUrl}.\n`;
  const withKey = key === null ? '' : `?key=${key}`;
  const lines = [
    `Portal   ${publicUrl}${routes.signUp.path}${withKey}  sign up, then sign in`,
    `Teachers ${publicUrl}${routes.teacherSignUp.path}${withKey}  a classroom of your own; the partner’s page has one that plays`,
    `Partner  http://127.0.0.1:${config.demoPort}  somebody else’s website with the same forms in it`,
  ];
  if (!config.isPublished) lines.push(`Mail     ${publicUrl}/dev/mail${withKey}  what the portal would have sent`);
  if (account !== null) {
    lines.push(`Account  ${account.email}, password "${account.password}"  for tests of your pages`);
  }
  if (config.generatedGameKey !== null) {
    lines.push(
      `Game     GAME_API_KEY=${config.generatedGameKey}  the key of this start, with which the game reports progress`,
    );
  }
  if (config.stripe.kind === 'simulator') {
    lines.push(`Stripe   http://localhost:${config.stripe.port}  a simulation: test cards, its clock, its webhooks`);
  }
  if (config.database.kind === 'embedded') {
    lines.push(`Data     ${config.database.folder}  survives a crash of this program; a power cut may damage it`);
  }
  return `${lines.join('\n')}\n`;
};
