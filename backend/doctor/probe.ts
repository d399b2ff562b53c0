import { readBody } from '../gateways/read-body.ts';

/** Milliseconds for one request. */
const deadline = 5_000;

/** The parts of an answer that the doctor reads; `body` is null when it is not JSON. */
export type ProbeResponse = { status: number; body: unknown; date: Date | null };

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/**
 * Sends a request. @returns null when no answer arrives in time. Redirects are not followed, because the request may
 * carry a key.
 */
export const probe = async (url: string, init: RequestInit, send: typeof fetch): Promise<ProbeResponse | null> => {
  try {
    const response = await send(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(deadline) });
    const text = (await readBody(response)).toString();
    const date = dateOf(response.headers.get('date'));
    return { status: response.status, body: parsed(text), date };
  } catch {
    return null;
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
