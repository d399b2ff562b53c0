import { isIP } from 'node:net';

/**
 * Returns the eight groups of an IPv6 address in full. The URL parser has already converted a dotted tail into groups.
 */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
};

const keyOf = (ip: string, ofIpv4: (address: string) => string, groupsOfIpv6: number): string => {
  const address = ip.replace(/%.*$/, '');
  if (isIP(address) === 4) return ofIpv4(address);
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff') {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return ofIpv4([high >> 8, high & 255, low >> 8, low & 255].join('.'));
  }
  return `${groups.slice(0, groupsOfIpv6).join(':')}::/${groupsOfIpv6 * 16}`;
};

/**
 * Returns the key by which an address limit counts: an IPv4 address, or the /64 of an IPv6 address, because one
 * household or one attacker gets a whole /64. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export const addressKey = (ip: string): string => keyOf(ip, (ipv4) => ipv4, 4);

/** Returns the /24 of an IPv4 address or the /48 of an IPv6 address: one site, or some households of one provider. */
export const networkKey = (ip: string): string => keyOf(ip, (ipv4) => ipv4.replace(/\.\d+$/, '.0/24'), 3);
