import { describe, expect, it, vi } from 'vitest';
import { createEndpoints, createRecoveryTemplate } from './endpoints.ts';
import { originOf } from './origin.ts';

describe('originOf', () => {
  it.each([
    ['https://Portal.Maths-School.org/', 'https://portal.maths-school.org'],
    ['HTTPS://portal.maths-school.org:443', 'https://portal.maths-school.org'],
    ['http://[2001:DB8::1]:4173', 'http://[2001:db8::1]:4173'],
  ])('returns %s in the form that browsers compare with', (text, origin) => {
    expect(originOf(text)).toBe(origin);
  });

  it.each([
    'portal.maths-school.org',
    'https://portal.maths-school.org/path',
    'https://portal.maths-school.org/?a=b',
    'https://user:password@portal.maths-school.org',
    'data:text/plain,x',
  ])('returns nothing for %s, which is not only an origin', (text) => {
    expect(originOf(text)).toBeUndefined();
  });
});

it('makes createEndpoints call the host of VITE_PLAYFAB_URL without a double slash', () => {
  const { playfab } = createEndpoints('https://portal.example', { VITE_PLAYFAB_URL: 'https://A1B2C.playfabapi.com/' });
  expect(playfab.url).toBe('https://a1b2c.playfabapi.com');
});

it('makes createEndpoints of a package use the emulator of a portal on the developer’s own machine', () => {
  const source = {
    VITE_PORTAL_URL: 'https://portal.example',
    VITE_PLAYFAB_URL: 'https://a1b2c.playfabapi.com',
    VITE_PLAYFAB_TITLE_ID: 'A1B2C',
  };
  const playfabAt = (portal: string) => createEndpoints(portal, source).playfab;
  vi.stubGlobal('__FOR_ONE_PORTAL__', true);
  expect(playfabAt('http://localhost:4173')).toEqual({ url: 'http://localhost:4173/playfab', titleId: 'MATHS' });
  expect(playfabAt('https://portal.example')).toEqual({ url: 'https://a1b2c.playfabapi.com', titleId: 'A1B2C' });
  vi.unstubAllGlobals();
});

it('uses a separate recovery mail template for each language', () => {
  const template = createRecoveryTemplate({});
  expect([template('en'), template('fr')]).toEqual(['recovery-en', 'recovery-fr']);
});

it('replaces the default ids with a title’s own, one language at a time', () => {
  const template = createRecoveryTemplate({ VITE_PLAYFAB_RECOVERY_TEMPLATES: ' fr = D4E5F6 ,de=1' });
  expect([template('en'), template('fr')]).toEqual(['recovery-en', 'D4E5F6']);
});
