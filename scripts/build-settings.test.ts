import { describe, expect, it } from 'vitest';
import { buildSettings } from './build-settings.mjs';

describe('the settings of a build', () => {
  it('know the demo partner in development', () => {
    expect(buildSettings({})).toEqual({
      mode: 'development',
      variables: { VITE_DEMO_ORIGIN: 'http://127.0.0.1:4174', VITE_DEMO_PORTAL_URL: 'http://localhost:4173' },
    });
  });

  it('follow both to other ports', () => {
    expect(buildSettings({ PORT: '5000', DEMO_PORT: '5001' }).variables).toEqual({
      VITE_DEMO_ORIGIN: 'http://127.0.0.1:5001',
      VITE_DEMO_PORTAL_URL: 'http://localhost:5000',
    });
  });

  it('know no demo partner in production', () => {
    expect(buildSettings({ APP_MODE: 'production' })).toEqual({ mode: 'production', variables: {} });
  });

  it('send production to the real PlayFab title', () => {
    expect(buildSettings({ APP_MODE: 'production', PLAYFAB_TITLE_ID: 'A1B2C' }).variables).toEqual({
      VITE_PLAYFAB_TITLE_ID: 'A1B2C',
      VITE_PLAYFAB_URL: 'https://A1B2C.playfabapi.com',
    });
  });

  it('leave alone what is no VITE_ variable', () => {
    expect(buildSettings({ APP_MODE: 'production', GAME_API_KEY: 'x', HOME: '/root' }).variables).toEqual({});
  });

  it.each([
    ['a demo origin', { VITE_DEMO_ORIGIN: 'https://demo.example' }, 'demo partner'],
    ['a demo partner', { VITE_PARTNERS: 'a=https://a.example,demo=https://demo.example' }, 'demo partner'],
    ['a loopback address', { VITE_PORTAL_URL: 'http://localhost:4173' }, 'VITE_PORTAL_URL'],
  ])('refuse %s in production', (_what, env, message) => {
    expect(() => buildSettings({ APP_MODE: 'production', ...env })).toThrow(message);
  });

  it.each([
    ['the shape of a key', { VITE_BRAND_NAME: 'sk_live_0123456789' }],
    ['a password in an address', { VITE_PORTAL_URL: 'https://user:password@portal.example' }],
    ['the value of a secret variable', { VITE_BRAND_NAME: 'swordfish', ADMIN_API_KEY: 'swordfish' }],
  ])('refuse %s in a variable that everybody can read, without printing it', (_what, env) => {
    expect(() => buildSettings(env)).toThrow(/^VITE_\w+ holds a secret; [\w ,-]+\.$/);
  });

  it('refuse a mode that does not exist', () => {
    expect(() => buildSettings({ APP_MODE: 'prod' })).toThrow('APP_MODE must be');
  });
});
