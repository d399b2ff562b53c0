import { describe, expect, it } from 'vitest';
import { addressKey, networkKey } from './address-key.ts';

describe('the key of a client address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8::ffff:203.0.113.9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['garbage', 'garbage'],
  ])('computes the key of %s as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['garbage', 'garbage'],
])('counts %s in the network %s', (ip, key) => {
  expect(networkKey(ip)).toBe(key);
});
