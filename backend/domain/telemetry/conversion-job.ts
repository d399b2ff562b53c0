import { z } from 'zod';
import { receivers } from './field-table.ts';

/** What waits in the outbox is already all that leaves. */
export const conversionJob = z.object({
  receiver: z.enum(receivers),
  name: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ConversionJob = z.output<typeof conversionJob>;
