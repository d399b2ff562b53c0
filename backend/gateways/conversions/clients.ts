import type { ConversionClient } from './conversion.ts';
import { createMeasurementClient, type MeasurementAccount } from './measurement.ts';
import { createMetaClient, type MetaAccount } from './meta.ts';

/** `null`: no ID is configured, and nothing leaves for there. */
export type ConversionAccounts = { meta: MetaAccount | null; measurement: MeasurementAccount | null };

export const createConversionClients = ({
  meta,
  measurement,
}: ConversionAccounts): Record<keyof ConversionAccounts, ConversionClient | null> => ({
  meta: meta && createMetaClient(meta),
  measurement: measurement && createMeasurementClient(measurement),
});
