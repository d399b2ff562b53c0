import { titleOrigin } from '../../src/config/endpoints.ts';
import { originOf } from '../../src/config/origin.ts';
import { UserError } from '../setup/processes.mjs';

export type BuildSettings = { mode: 'development' | 'production'; variables: Record<string, string> };
type Environment = Readonly<Record<string, string | undefined>>;

/** Returns an origin as browsers write it, and any other text unchanged. */
const canonical = (text: string): string => originOf(text) ?? text;

/** @throws UserError when APP_MODE is wrong */
const modeOf = ({ APP_MODE: mode = '' }: Environment): BuildSettings['mode'] => {
  if (mode === 'production') return mode;
  if (mode === '' || mode === 'development') return 'development';
  throw new UserError(`APP_MODE must be "production", "development" or absent, not "${mode}".`);
};

/**
 * Returns the settings of a build for this environment. The demo partner exists in development only
 * (decisions.md#3-bridge and #7-embedded-server). `backend/config/load-config.ts` says what is wrong with a variable.
 * @throws UserError when APP_MODE is wrong
 */
export const buildSettings = (env: Environment): BuildSettings => {
  const mode = modeOf(env);
  const variables: BuildSettings['variables'] = {};
  for (const [name, value = ''] of Object.entries(env)) {
    if (value === '' || !name.startsWith('VITE_')) continue;
    // The elements compare this value with the origin of the page.
    variables[name] = name === 'VITE_PORTAL_URL' ? canonical(value) : value;
  }
  const title = env['PLAYFAB_TITLE_ID'] ?? '';
  // PlayFab writes title ids in capital letters. The development title may have any name.
  if (title !== '') variables['VITE_PLAYFAB_TITLE_ID'] ??= mode === 'production' ? title.toUpperCase() : title;
  if (mode === 'production') {
    if (title !== '') variables['VITE_PLAYFAB_URL'] ??= titleOrigin(title);
  } else {
    // In Stripe's test mode the payment pages are Stripe's own, which the bundle contains already.
    if (!env['STRIPE_SECRET_KEY']) {
      variables['VITE_PAYMENT_ORIGINS'] ??= `http://localhost:${env['STRIPE_SIMULATOR_PORT'] || 4175}`;
    }
    variables['VITE_DEMO_ORIGIN'] ??= `http://127.0.0.1:${env['DEMO_PORT'] || 4174}`;
    variables['VITE_DEMO_PORTAL_URL'] ??= canonical(env['PUBLIC_URL'] || `http://localhost:${env['PORT'] || 4173}`);
  }
  return { mode, variables };
};
