import type { Database } from '../db/database.ts';

export type AnalyticsEvent = { type: string; occurredAt: Date; data: object; recordedAt: Date };

export const analyticsRepository = (database: Database) => ({
  /** @returns false when an event with this id is stored already; then nothing is changed. */
  add: async ({ type, occurredAt, data, recordedAt }: AnalyticsEvent): Promise<boolean> => {
    const row = await database
      .insertInto('analytics_events')
      .values({ type, occurred_at: occurredAt, data: JSON.stringify(data), recorded_at: recordedAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});
