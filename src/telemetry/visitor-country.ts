import type { Endpoints } from '../config/endpoints.ts';
import { readCountry } from '../contracts/calls/visits.ts';
import { parseJson } from '../lib/shapes.ts';

/** Milliseconds. This is short, because a visitor who leaves earlier is not counted. */
const timeout = 2000;

/**
 * Returns the visitor's country as two letters, or null. It calls our own geolocation service
 * (product-spec.md#7-calls-made), which stores nothing. Never rejects. Call it only after consent to telemetry
 * (decisions.md#8-privacy-and-consent).
 */
export const visitorCountry = async (
  { portal }: Pick<Endpoints, 'portal'>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<string | null> => {
  try {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(portal + readCountry.path, { credentials: 'omit', cache: 'no-store', signal });
    return parseJson(await response.text(), readCountry.answer)?.country ?? null;
  } catch {
    return null;
  }
};
