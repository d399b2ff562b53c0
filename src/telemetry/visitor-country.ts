import type { Endpoints } from '../config/endpoints.ts';
import { apiPaths } from '../contracts/api.ts';
import { literal, matching, nullable, object, parseJson } from '../lib/shapes.ts';

const answer = object({ success: literal(true), country: nullable(matching(/^[A-Z]{2}$/)) });
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
    const response = await fetch(portal + apiPaths.geolocation, { credentials: 'omit', cache: 'no-store', signal });
    return parseJson(await response.text(), answer)?.country ?? null;
  } catch {
    return null;
  }
};
