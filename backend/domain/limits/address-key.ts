import { isIP } from 'node:net';

/** Returns the eight groups of an IPv6 address. The URL parser has already converted a dotted tail into groups. */
const groupsOf = (address: string): number[] => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
};

/** Returns the IPv4 address in these two groups. */
const ipv4Of = ([high = 0, low = 0]: readonly number[]): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** Returns the IPv4 address that an IPv6 address represents (IPv4-mapped, 6to4), or undefined. */
const embeddedIpv4 = (groups: readonly number[]): string | undefined => {
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return ipv4Of(groups.slice(6));
  return groups[0] === 0x2002 ? ipv4Of(groups.slice(1)) : undefined;
};

const prefixOf = (groups: readonly number[], bits: number): string => {
  const kept = groups.slice(0, Math.ceil(bits / 16));
  const masked = kept.map((group, index) => group & (0xffff << Math.max(0, 16 * (index + 1) - bits)));
  return `${masked.map((group) => group.toString(16)).join(':')}::/${bits}`;
};

/** The key of all that is not an address. If each had its own, an invented address would evade every limit. */
const unknown = 'unknown';

/** Removes the port that some proxies add, the brackets of an IPv6 address, and its zone. */
export const bareAddress = (address: string): string =>
  address
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');

const keyOf = (ip: string, ofIpv4: (address: string) => string, bitsOfIpv6: number): string => {
  const address = bareAddress(ip);
  const version = isIP(address);
  if (version === 0) return unknown;
  if (version === 4) return ofIpv4(address);
  const groups = groupsOf(address);
  const ipv4 = embeddedIpv4(groups);
  return ipv4 === undefined ? prefixOf(groups, bitsOfIpv6) : ofIpv4(ipv4);
};

/**
 * Returns the key by which an address limit counts: an IPv4 address, or the /56 of an IPv6 address, because a household
 * gets a whole /56 (RIPE-690, section 4.2). A /64 would give it 256 shares, and a /48 would let 256 households share
 * one. An IPv6 address that represents an IPv4 address counts as that one.
 */
export const addressKey = (ip: string): string => keyOf(ip, (ipv4) => ipv4, 56);

/** Returns the /24 or /48 of an address, the most that a provider gives to one customer: a site, or some households. */
export const networkKey = (ip: string): string => keyOf(ip, (ipv4) => ipv4.replace(/\.\d+$/, '.0/24'), 48);
