/** A vendor is away, or refuses a call that no caller can correct, such as a wrong key. The API answers 503. */
export abstract class VendorError extends Error {
  override name = this.constructor.name;
}

/**
 * The largest answer that is read, in bytes. The longest, a hundred subscriptions, has a tenth of it; a level has a few
 * thousand.
 */
export const answerBytes = 5 * 1024 * 1024;

/** @returns undefined for what is not JSON, which no schema accepts. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads a body up to the limit, counted after decompression. The announced length can be wrong. */
export const readBody = async (response: Response): Promise<Buffer<ArrayBuffer>> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > answerBytes) throw new Error('The body is longer than the limit.');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** How a vendor is reached. */
export type Reach = {
  fetch?: typeof fetch;
  /** Milliseconds for one call; the default is 5,000. */
  deadline?: number;
};

/**
 * Makes a call and reads the answer. It follows no redirect, because a call may carry a key.
 * @returns null when no whole answer arrives in time; the cause is dropped on purpose: it may quote the address, and
 *   with it a key or a name
 */
export const answerTo = async (url: string, init: RequestInit, { fetch: send = fetch, deadline = 5_000 }: Reach) => {
  try {
    const response = await send(url, { redirect: 'error', ...init, signal: AbortSignal.timeout(deadline) });
    const bytes = await readBody(response);
    return { ok: response.ok, status: response.status, headers: response.headers, bytes };
  } catch {
    return null;
  }
};

/** Returns the options of a call that sends JSON. */
export const jsonPost = (body: object, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
