import { type ConversionClient, ConversionRefused, ConversionUnavailable, nested } from './conversion.ts';
import { isPermanentFailure, post, type PostOptions } from './post.ts';

export type MeasurementAccount = {
  /** `https://www.google-analytics.com`, or the address for the EU; no trailing slash. */
  url: string;
  measurementId: string;
  apiSecret: string;
};

/** Builds the address with the secret, as the protocol requires. Only `post` receives it, and never quotes it. */
export const measurementAddress = ({ url, measurementId, apiSecret }: MeasurementAccount, path: string): string =>
  `${url}${path}?${new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret }).toString()}`;

/**
 * Creates the client of the measurement protocol. The protocol answers 2xx to every request, so it never reports a
 * wrong ID or secret: check its reports.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
export const createMeasurementClient = (account: MeasurementAccount, options?: PostOptions): ConversionClient => ({
  send: async ({ name, fields }) => {
    const { params = {}, ...rest } = nested(fields);
    const body = { ...rest, events: [{ name, params }] };
    const { status } = await post('measurement', measurementAddress(account, '/mp/collect'), body, options);
    if (status >= 200 && status < 300) return;
    throw isPermanentFailure(status) ? new ConversionRefused('measurement') : new ConversionUnavailable('measurement');
  },
});
