import { z } from 'zod';
import { answerTo, jsonOf, jsonPost, type Reach, VendorError } from './vendor.ts';

/** One event. A field's name is its path in the request: `user_data.country` is `country` in `user_data`. */
export type Conversion = { name: string; fields: Readonly<Record<string, string | number>> };

export type ConversionClient = {
  /** @throws ConversionRefused, or ConversionUnavailable when a retry may help. */
  send(conversion: Conversion): Promise<void>;
};

/** Thrown when a retry cannot help. It names the receiver, and contains nothing that was sent or answered. */
export class ConversionRefused extends Error {
  override name = 'ConversionRefused';
}

/** Thrown when the receiver is unreachable, slow or overloaded, or refuses our key, which an operator can correct. */
class ConversionUnavailable extends VendorError {}

/** @throws ConversionUnavailable without an answer in time. */
const post = async (receiver: string, url: string, body: object, reach: Reach = {}) => {
  const answer = await answerTo(url, jsonPost(body), reach);
  if (answer === null) throw new ConversionUnavailable(receiver);
  return answer;
};

/** Statuses about the event itself. Others concern our key, the rate limit or an outage, so a retry may help. */
const isPermanentFailure = (status: number): boolean => [400, 410, 413, 415, 422].includes(status);

type Nested = { [key: string]: string | number | Nested };

/** Converts `{'a.b': 1, c: 2}` to `{a: {b: 1}, c: 2}`. Two levels are enough for all receivers. */
const nested = (fields: Conversion['fields']): Nested => {
  const whole: Nested = {};
  for (const [path, value] of Object.entries(fields)) {
    const [outer = path, key] = path.split('.');
    const known = whole[outer];
    whole[outer] = key === undefined ? value : { ...(typeof known === 'object' && known), [key]: value };
  }
  return whole;
};

export type MetaAccount = {
  /** The address with the version, such as `https://graph.facebook.com/v25.0`; no trailing slash. */
  url: string;
  pixelId: string;
  accessToken: string;
};

/** Meta's only code about the event itself; all refusals have status 400 (Graph API, "Handling errors"). */
const invalidParameter = 100;
const refusal = z.object({ error: z.object({ code: z.int() }) });
/** The body of Meta's receipt. A proxy may answer with any status, so the status alone does not count. */
const receipt = z.object({ events_received: z.int().min(1) });

const isRefusal = (status: number, text: string): boolean => {
  if (!isPermanentFailure(status)) return false;
  const answer = refusal.safeParse(jsonOf(text));
  return !answer.success || answer.data.error.code === invalidParameter;
};

/**
 * Sends one event per call, because Meta refuses a whole batch for one. The token is in the body, because proxies log
 * addresses. https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api
 */
export const createMetaClient = ({ url, pixelId, accessToken }: MetaAccount, reach?: Reach): ConversionClient => ({
  send: async ({ name, fields }) => {
    const event = { event_name: name, ...nested(fields) };
    const body = { data: [event], access_token: accessToken };
    const { status, bytes } = await post('meta', `${url}/${pixelId}/events`, body, reach);
    const text = bytes.toString();
    if (status === 200 && receipt.safeParse(jsonOf(text)).success) return;
    throw isRefusal(status, text) ? new ConversionRefused('meta') : new ConversionUnavailable('meta');
  },
});

export type MeasurementAccount = {
  /** `https://www.google-analytics.com`, or the address for the EU; no trailing slash. */
  url: string;
  measurementId: string;
  apiSecret: string;
};

/**
 * It answers 2xx to every request, so a wrong ID or secret shows in its reports only.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
export const createMeasurementClient = (
  { url, measurementId, apiSecret }: MeasurementAccount,
  reach?: Reach,
): ConversionClient => ({
  send: async ({ name, fields }) => {
    const { params = {}, ...rest } = nested(fields);
    const body = { ...rest, events: [{ name, params }] };
    // The protocol requires the secret in the address. Only `post` receives it, and never quotes it.
    const query = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret });
    const { ok, status } = await post('measurement', `${url}/mp/collect?${query}`, body, reach);
    if (ok) return;
    throw isPermanentFailure(status) ? new ConversionRefused('measurement') : new ConversionUnavailable('measurement');
  },
});

/** `null` means that no ID is configured, so nothing is sent to that receiver. */
export type ConversionAccounts = { meta: MetaAccount | null; measurement: MeasurementAccount | null };

export const createConversionClients = ({ meta, measurement }: ConversionAccounts) => ({
  meta: meta && createMetaClient(meta),
  measurement: measurement && createMeasurementClient(measurement),
});
