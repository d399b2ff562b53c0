import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const doctor = (env: Record<string, string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['backend/doctor/main.ts'], {
    env,
    encoding: 'utf8',
  });
  return { status, wrong: stdout.split('\n').filter((line) => line.startsWith('✗')), stderr };
};

it.each([
  ['shop=https://Shop.Maths-Partner.org/', 'shop=https://shop.maths-partner.org'],
  ['shop=shop.maths-partner.org', 'shop=https://partner.example'],
  ['shop=https://shop.maths-partner.org|https://staging.maths-partner.org/', 'shop=https://staging.maths-partner.org'],
])('reports VITE_PARTNERS=%s with what to write, and no stack trace', (VITE_PARTNERS, fix) => {
  expect(doctor({ VITE_PARTNERS })).toEqual({
    status: 1,
    wrong: [`✗ VITE_PARTNERS has no plain origin for "shop": write ${fix}, without a path and a trailing slash.`],
    stderr: '',
  });
});

it('reports an entry of VITE_PARTNERS that has no key', () => {
  expect(doctor({ VITE_PARTNERS: 'https://shop.maths-partner.org' }).wrong).toEqual([
    '✗ VITE_PARTNERS has an entry without a key: write key=https://partner.example.',
  ]);
});

it('suggests the variable that an unknown one resembles', () => {
  expect(
    doctor({ STRIPE_COUPONS_IDS: 'STAFF', VITE_PARTNER: 'a', HOME: '/root', PATH: '/bin', PWD: '/' }).wrong,
  ).toEqual([
    '✗ STRIPE_COUPONS_IDS is not a variable of the portal. Did you mean STRIPE_COUPON_IDS?',
    '✗ VITE_PARTNER is not a variable of the portal. Did you mean VITE_PARTNERS?',
  ]);
});
