import { z } from 'zod';
import { receivers } from './field-table.ts';

/** The payload in the outbox contains exactly the fields that will be sent. */
export const conversionJob = z.object({
  receiver: z.enum(receivers),
  name: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ConversionJob = z.output<typeof conversionJob>;
