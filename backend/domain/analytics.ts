import { z } from 'zod';
import type { AnalyticsLogBody } from '../../src/contracts/api.ts';
import { languages } from '../../src/contracts/language.ts';
import { routes } from '../../src/contracts/routes.ts';
import type { Database } from '../db/database.ts';
import { analyticsRepository } from '../store/analytics.repository.ts';
import type { Clock } from './clock.ts';
import { Refusal } from './refusal.ts';

/** All that an event may say: no free text, so nothing secret or personal has a place to be in. */
const data = z
  .strictObject({
    eventID: z.string().regex(/^[\w-]{16,64}$/),
    /** A tag manager's `_ga` value, the id in one, or our own random id. */
    clientID: z.string().regex(/^((GA1\.[\d-]{1,5}\.)?\d{1,10}\.\d{10}|[\w-]{16,64})$/),
    emailHash: z.string().regex(/^[0-9a-f]{64}$/),
    page: z.enum(Object.values(routes).map((route) => route.path)),
    lang: z.enum(languages),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
  })
  .partial();

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export type Analytics = ReturnType<typeof createAnalytics>;

export const createAnalytics = (database: Database, clock: Clock) => ({
  /** First-party counting: no address, device or user agent is kept with it, and after 90 days nothing. */
  log: async (event: AnalyticsLogBody): Promise<void> => {
    const details = data.safeParse(parsed(event.data));
    if (!details.success) throw new Refusal('INVALID_PAYLOAD');
    const { emailHash: _forwardedOnly, ...kept } = details.data;
    await analyticsRepository(database).add({
      type: event.type,
      occurredAt: new Date(event.timestamp),
      data: kept,
      recordedAt: clock.now(),
    });
  },
});
