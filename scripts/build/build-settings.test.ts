import { describe, expect, it } from 'vitest';
import { buildSettings } from './build-settings.ts';

const production = { APP_MODE: 'production' };
const VITE_PARTNERS = 'shop=https://shop.example|http://localhost:3000';

describe('the settings of a build', () => {
  it.each<[what: string, env: Record<string, string>, variables: object]>([
    [
      'enable the demo partner and the emulated payment pages in development',
      {},
      {
        VITE_PAYMENT_ORIGINS: 'http://localhost:4175',
        VITE_DEMO_ORIGIN: 'http://127.0.0.1:4174',
        VITE_DEMO_PORTAL_URL: 'http://localhost:4173',
      },
    ],
    [
      'contain the ports of the environment',
      { PORT: '5000', DEMO_PORT: '5001', STRIPE_SIMULATOR_PORT: '5002' },
      {
        VITE_PAYMENT_ORIGINS: 'http://localhost:5002',
        VITE_DEMO_ORIGIN: 'http://127.0.0.1:5001',
        VITE_DEMO_PORTAL_URL: 'http://localhost:5000',
      },
    ],
    ['exclude the demo partner and other variables from production', { ...production, GAME_API_KEY: 'x' }, {}],
    [
      'contain the host of the PlayFab title, in lower case, in production',
      { ...production, PLAYFAB_TITLE_ID: 'A1B2C' },
      { VITE_PLAYFAB_TITLE_ID: 'A1B2C', VITE_PLAYFAB_URL: 'https://a1b2c.playfabapi.com' },
    ],
    [
      'contain the origin of the portal as browsers write it',
      { ...production, VITE_PORTAL_URL: 'https://Portal.Maths-School.org/' },
      { VITE_PORTAL_URL: 'https://portal.maths-school.org' },
    ],
    ['accept a developer’s own machine for a key in production', { ...production, VITE_PARTNERS }, { VITE_PARTNERS }],
  ])('%s', (_what, env, variables) => {
    expect(buildSettings(env).variables).toEqual(variables);
  });

  it('sends people to Stripe’s own payment pages in Stripe’s test mode', () => {
    const { variables } = buildSettings({ STRIPE_SECRET_KEY: 'sk_test_7Fq2xZ9LmVt4RkWc8PyHs3Nb' });
    expect(variables).not.toHaveProperty('VITE_PAYMENT_ORIGINS');
  });

  it('exist in two modes only', () => {
    expect(() => buildSettings({ APP_MODE: 'prod' })).toThrow('APP_MODE must be');
  });
});
