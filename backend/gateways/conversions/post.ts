import { readBody } from '../read-body.ts';
import { ConversionUnavailable } from './conversion.ts';

export type PostOptions = {
  /** Milliseconds; the default is 5,000. A mail may wait this long behind the eight current jobs of a worker. */
  deadline?: number;
};

/**
 * Sends JSON. Redirects are not followed, because the request carries a key. @throws ConversionUnavailable when no
 * answer arrives in time.
 */
export const post = async (
  receiver: string,
  url: string,
  body: object,
  { deadline = 5_000 }: PostOptions = {},
): Promise<{ status: number; text: string }> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(deadline),
    });
    return { status: response.status, text: (await readBody(response)).toString() };
  } catch {
    // The cause is dropped on purpose: it may quote the address, and with it a key.
    throw new ConversionUnavailable(receiver);
  }
};

/**
 * Returns whether a status is about the event itself, so that a retry cannot help. Other statuses concern our key, the
 * rate limit or an outage.
 */
export const isPermanentFailure = (status: number): boolean => [400, 410, 413, 415, 422].includes(status);
