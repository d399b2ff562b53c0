import { expect, it } from 'vitest';
import { misspelled } from './misspelled.ts';

it.each([
  ['STRIPE_COUPONS_IDS', 'STRIPE_COUPON_IDS'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['VITE_BRANDNAME', 'VITE_BRAND_NAME'],
  ['PLAYFAB_TITLEID', 'PLAYFAB_TITLE_ID'],
])('suggests for %s the variable %s', (given, known) => {
  expect(misspelled([given])).toEqual([{ given, known }]);
});

it.each([
  'STRIPE_COUPON_IDS',
  'APP_MODE',
  'PATH',
  'HOME',
  'HOSTNAME',
  'SHELL',
  'TEST_DATABASE_URL',
  'NODE_ENV',
  'PGHOST',
])('suggests nothing for %s', (given) => {
  expect(misspelled([given])).toEqual([]);
});
