import type { ConversionClient } from './conversion.ts';
import { createMeasurementClient, type MeasurementAccount } from './measurement.ts';
import { createMetaClient, type MetaAccount } from './meta.ts';

/** `null` means that no ID is configured, so nothing is sent to that receiver. */
export type ConversionAccounts = { meta: MetaAccount | null; measurement: MeasurementAccount | null };

export const createConversionClients = ({
  meta,
  measurement,
}: ConversionAccounts): Record<keyof ConversionAccounts, ConversionClient | null> => ({
  meta: meta && createMetaClient(meta),
  measurement: measurement && createMeasurementClient(measurement),
});
