import { describe, expect, it } from 'vitest';
import { createEndpoints } from './endpoints.ts';
import { originOf } from './origin.ts';
import { createPaymentOrigins, isPaymentPage } from './payment-origins.ts';

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
  ])('returns nothing for %s, which is not an origin alone', (text) => {
    expect(originOf(text)).toBeUndefined();
  });
});

it('createEndpoints calls the host of VITE_PLAYFAB_URL without a double slash', () => {
  const { playfab } = createEndpoints('https://portal.example', { VITE_PLAYFAB_URL: 'https://A1B2C.playfabapi.com/' });
  expect(playfab.url).toBe('https://a1b2c.playfabapi.com');
});

it('isPaymentPage compares with VITE_PAYMENT_ORIGINS in whatever case and with whatever slash they are written', () => {
  const origins = createPaymentOrigins({ VITE_PAYMENT_ORIGINS: 'https://Pay.Maths-School.org/, ' });
  expect(isPaymentPage('https://pay.maths-school.org/c/pay/1', origins)).toBe(true);
  expect(isPaymentPage('https://evil.example/c/pay/1', origins)).toBe(false);
});
