import { z } from 'zod';
import { type ConversionClient, ConversionRefused, ConversionUnavailable, nested } from './conversion.ts';
import { isFinal, post, type PostOptions } from './post.ts';

export type MetaAccount = {
  /** With the version, such as `https://graph.facebook.com/v25.0`; no trailing slash. */
  url: string;
  pixelId: string;
  accessToken: string;
};

/** Graph API, "Handling errors": refusals of every kind have status 400; only this one is about a parameter. */
const invalidParameter = 100;
const refusal = z.object({ error: z.object({ code: z.int() }) });
/** A proxy's page is not Meta's word, whatever its status. */
const receipt = z.object({ events_received: z.int().min(1) });

const isRefusal = (status: number, text: string): boolean => {
  if (!isFinal(status)) return false;
  const told = refusal.safeParse(parsed(text));
  return !told.success || told.data.error.code === invalidParameter;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Meta's Conversions API, one event a call: Meta refuses a whole batch for one event in it. The token travels in the
 * body, for addresses are what proxies log.
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
