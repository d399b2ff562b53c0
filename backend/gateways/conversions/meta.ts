import { z } from 'zod';
import { type ConversionClient, ConversionRefused, ConversionUnavailable, nested } from './conversion.ts';
import { isPermanentFailure, post, type PostOptions } from './post.ts';

export type MetaAccount = {
  /** The address with the version, such as `https://graph.facebook.com/v25.0`; no trailing slash. */
  url: string;
  pixelId: string;
  accessToken: string;
};

/**
 * The error code of an invalid parameter. All refusals have status 400 (Graph API, "Handling errors"), and only this
 * one concerns the event itself.
 */
const invalidParameter = 100;
const refusal = z.object({ error: z.object({ code: z.int() }) });
/** The body of Meta's receipt. A proxy may answer with any status, so the status alone does not count. */
const receipt = z.object({ events_received: z.int().min(1) });

const isRefusal = (status: number, text: string): boolean => {
  if (!isPermanentFailure(status)) return false;
  const answer = refusal.safeParse(parsed(text));
  return !answer.success || answer.data.error.code === invalidParameter;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Creates the client of Meta's Conversions API. It sends one event per call, because Meta refuses a whole batch for one
 * invalid event. The token is sent in the body, because proxies log addresses.
 * https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api
 */
export const createMetaClient = (
  { url, pixelId, accessToken }: MetaAccount,
  options?: PostOptions,
): ConversionClient => ({
  send: async ({ name, fields }) => {
    const event = { event_name: name, ...nested(fields) };
    const body = { data: [event], access_token: accessToken };
    const { status, text } = await post('meta', `${url}/${pixelId}/events`, body, options);
    if (status === 200 && receipt.safeParse(parsed(text)).success) return;
    throw isRefusal(status, text) ? new ConversionRefused('meta') : new ConversionUnavailable('meta');
  },
});
