import { describe, expect, it } from 'vitest';
import { buildSettings } from './build-settings.mjs';

describe('the settings of a build', () => {
  it('enables the demo partner and the emulated payment pages in development', () => {
    expect(buildSettings({})).toEqual({
      mode: 'development',
      variables: {
        VITE_PAYMENT_ORIGINS: 'http://localhost:4175',
        VITE_DEMO_ORIGIN: 'http://127.0.0.1:4174',
        VITE_DEMO_PORTAL_URL: 'http://localhost:4173',
      },
    });
  });

  it('uses other ports when the environment sets them', () => {
    expect(buildSettings({ PORT: '5000', DEMO_PORT: '5001', STRIPE_SIMULATOR_PORT: '5002' }).variables).toEqual({
      VITE_PAYMENT_ORIGINS: 'http://localhost:5002',
      VITE_DEMO_ORIGIN: 'http://127.0.0.1:5001',
      VITE_DEMO_PORTAL_URL: 'http://localhost:5000',
    });
  });

  it('writes the portal’s origin as browsers do', () => {
    const env = { PUBLIC_URL: 'http://My-Laptop.local:4173/', VITE_PORTAL_URL: 'https://Portal.Maths-School.org/' };
    expect(buildSettings(env).variables).toMatchObject({
      VITE_DEMO_PORTAL_URL: 'http://my-laptop.local:4173',
      VITE_PORTAL_URL: 'https://portal.maths-school.org',
    });
  });

  it('sends people to Stripe’s own payment pages in Stripe’s test mode', () => {
    const { variables } = buildSettings({ STRIPE_SECRET_KEY: 'sk_test_7Fq2xZ9LmVt4RkWc8PyHs3Nb' });
    expect(variables).not.toHaveProperty('VITE_PAYMENT_ORIGINS');
  });

  it('excludes the demo partner from production', () => {
    expect(buildSettings({ APP_MODE: 'production' })).toEqual({ mode: 'production', variables: {} });
  });

  it('uses the host of the PlayFab title, in lower case, in production', () => {
    expect(buildSettings({ APP_MODE: 'production', PLAYFAB_TITLE_ID: 'A1B2C' }).variables).toEqual({
      VITE_PLAYFAB_TITLE_ID: 'A1B2C',
      VITE_PLAYFAB_URL: 'https://a1b2c.playfabapi.com',
    });
  });

  it('ignores variables without the VITE_ prefix', () => {
    expect(buildSettings({ APP_MODE: 'production', GAME_API_KEY: 'x', HOME: '/root' }).variables).toEqual({});
  });

  it.each([
    ['a demo origin', { VITE_DEMO_ORIGIN: 'https://demo.example' }, 'demo partner'],
    ['a demo partner', { VITE_PARTNERS: 'a=https://a.example,demo=https://demo.example' }, 'demo partner'],
    ['the simulator', { VITE_PAYMENT_ORIGINS: 'http://localhost:4175' }, 'VITE_PAYMENT_ORIGINS'],
    ['a loopback address', { VITE_PORTAL_URL: 'http://localhost:4173' }, 'VITE_PORTAL_URL'],
  ])('rejects %s in production', (_what, env, message) => {
    expect(() => buildSettings({ APP_MODE: 'production', ...env })).toThrow(message);
  });

  it.each([
    ['the shape of a key', { VITE_BRAND_NAME: 'sk_live_0123456789' }],
    ['a password in an address', { VITE_PORTAL_URL: 'https://user:password@portal.example' }],
    ['the value of a secret variable', { VITE_BRAND_NAME: 'swordfish', ADMIN_API_KEY: 'swordfish' }],
  ])('rejects %s in a public variable without printing it', (_what, env) => {
    expect(() => buildSettings(env)).toThrow(/^VITE_\w+ holds a secret; [\w ,-]+\.$/);
  });

  it('accepts the origin of a developer’s own machine for a key in production', () => {
    const VITE_PARTNERS = 'shop=https://shop.example|http://localhost:3000';
    expect(buildSettings({ APP_MODE: 'production', VITE_PARTNERS }).variables).toMatchObject({ VITE_PARTNERS });
  });

  it('rejects an unknown mode', () => {
    expect(() => buildSettings({ APP_MODE: 'prod' })).toThrow('APP_MODE must be');
  });
});
