import { ConversionUnavailable } from './conversion.ts';

export type PostOptions = {
  /** Milliseconds, 5,000 unless given: a mail may wait for as long, behind the eight that a worker has in hand. */
  deadline?: number;
};

/** @throws ConversionUnavailable when there is no answer in time. A redirect is followed nowhere: a key would go along. */
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
    return { status: response.status, text: await response.text() };
  } catch {
    // The cause is dropped on purpose: it may quote the address, and with it a key.
    throw new ConversionUnavailable(receiver);
  }
};

/** About the event itself, as far as a status tells. The others are about us, about haste, or about them. */
export const isFinal = (status: number): boolean => [400, 410, 413, 415, 422].includes(status);
