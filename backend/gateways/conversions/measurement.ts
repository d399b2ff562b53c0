import { type ConversionClient, ConversionRefused, ConversionUnavailable, nested } from './conversion.ts';
import { isFinal, post, type PostOptions } from './post.ts';

export type MeasurementAccount = {
  /** `https://www.google-analytics.com`, or the address for the EU; no trailing slash. */
  url: string;
  measurementId: string;
  apiSecret: string;
};

/** The protocol wants its secret in the address: this address goes to `post` alone, which never quotes it. */
export const measurementAddress = ({ url, measurementId, apiSecret }: MeasurementAccount, path: string): string =>
  `${url}${path}?${new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret }).toString()}`;

/**
 * The measurement protocol. It answers 2xx to whatever arrives, so a wrong ID or secret is never told: look into its
 * reports. https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
export const createMeasurementClient = (account: MeasurementAccount, options?: PostOptions): ConversionClient => ({
  send: async ({ name, fields }) => {
    const { params = {}, ...rest } = nested(fields);
    const body = { ...rest, events: [{ name, params }] };
    const { status } = await post('measurement', measurementAddress(account, '/mp/collect'), body, options);
    if (status >= 200 && status < 300) return;
    throw isFinal(status) ? new ConversionRefused('measurement') : new ConversionUnavailable('measurement');
  },
});
