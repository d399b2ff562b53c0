import type { Endpoints } from '../config/endpoints.ts';
import { apiPaths } from '../contracts/api.ts';
import { literal, matching, nullable, object, parseJson } from '../lib/shapes.ts';

const answer = object({ success: literal(true), country: nullable(matching(/^[A-Z]{2}$/)) });
/** Milliseconds. Whoever leaves before is not counted at all, so this is short. */
const patience = 2000;

/**
 * The country that the visitor comes from, as two letters, or null: the geolocation service of spec section 7, which is
 * our own and keeps nothing. Never rejects. Only for whoever allowed telemetry (decisions section 8).
 */
export const visitorCountry = async (
  { portal }: Endpoints,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<string | null> => {
  try {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(portal + apiPaths.geolocation, { credentials: 'omit', cache: 'no-store', signal });
    return parseJson(await response.text(), answer)?.country ?? null;
  } catch {
    return null;
  }
};
