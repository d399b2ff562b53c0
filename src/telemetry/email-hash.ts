const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * SHA-256 in hex of the lower-cased address (decisions section 8): the only form in which a teacher's goes out.
 * Undefined where a browser has no Web Crypto: never the address in its place.
 */
export const emailHash = async (email: string): Promise<string | undefined> => {
  try {
    return hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email.trim().toLowerCase())));
  } catch {
    return undefined;
  }
};
