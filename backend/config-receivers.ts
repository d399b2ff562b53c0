import type { z } from 'zod';
import type { production } from './config-variables.ts';
import type { ConversionAccounts } from './gateways/conversions/clients.ts';
import type { MeasurementAccount } from './gateways/conversions/measurement.ts';
import type { MetaAccount } from './gateways/conversions/meta.ts';

type Values = z.output<typeof production>;
type MetaValues = Pick<Values, 'META_PIXEL_ID' | 'META_ACCESS_TOKEN' | 'META_API_URL'>;
type MeasurementValues = Pick<Values, 'MEASUREMENT_ID' | 'MEASUREMENT_API_SECRET' | 'MEASUREMENT_URL'>;

export const metaOf = (values: MetaValues): MetaAccount | null => {
  const { META_API_URL: url, META_PIXEL_ID: pixelId, META_ACCESS_TOKEN: accessToken } = values;
  return pixelId === undefined || accessToken === undefined ? null : { url, pixelId, accessToken };
};

export const measurementOf = (values: MeasurementValues): MeasurementAccount | null => {
  const { MEASUREMENT_URL: url, MEASUREMENT_ID: measurementId, MEASUREMENT_API_SECRET: apiSecret } = values;
  return measurementId === undefined || apiSecret === undefined ? null : { url, measurementId, apiSecret };
};

/**
 * Returns the configured receivers of events. A receiver with only an ID or only a key is left out: `halvesOf` reports
 * it.
 */
export const receiversOf = (values: MetaValues & MeasurementValues): ConversionAccounts => ({
  meta: metaOf(values),
  measurement: measurementOf(values),
});

const pairs = [
  ['META_PIXEL_ID', 'META_ACCESS_TOKEN'],
  ['MEASUREMENT_ID', 'MEASUREMENT_API_SECRET'],
] as const;

/** @returns one sentence for each variable whose counterpart is missing. */
export const missingCounterparts = (values: MetaValues & MeasurementValues): string[] =>
  pairs
    .flatMap(([id, key]) => [[id, key] as const, [key, id] as const])
    .filter(([given, missing]) => values[given] !== undefined && values[missing] === undefined)
    .map(([given, missing]) => `${missing} is missing: ${given} needs it beside itself, or is taken out, too.`);
