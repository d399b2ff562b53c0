/** A vendor is away, or refuses a call that no caller can correct, such as a wrong key. The API answers 503. */
export abstract class VendorError extends Error {}

/** The largest answer that is read, in bytes. The longest, a hundred subscriptions, has a tenth of it. */
export const answerBytes = 5 * 1024 * 1024;

/** Thrown when a body is longer than its limit. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
}

/** @returns undefined for what is not JSON, which no schema accepts. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads a body up to the limit, counted after decompression. The announced length can be wrong. */
export const readBody = async (response: Response, limit = answerBytes): Promise<Buffer<ArrayBuffer>> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > limit) throw new BodyTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
};
