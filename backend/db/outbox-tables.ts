import type { ColumnType, Generated } from 'kysely';

/** The table of migration 201. */
export type OutboxTables = {
  outbox: {
    id: string;
    kind: string;
    /** JSON text going in: a JavaScript array as jsonb fails on pg. */
    payload: ColumnType<unknown, string, string>;
    key: string | null;
    run_at: Date | null;
    entered: Generated<number>;
    attempts: Generated<number>;
    leased_until: Date | null;
    finished_at: Date | null;
    outcome: 'done' | 'failed' | null;
  };
};
