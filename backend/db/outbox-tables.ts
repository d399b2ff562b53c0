import type { ColumnType, Generated } from 'kysely';

/** The table of migration 201. */
export type OutboxTables = {
  outbox: {
    id: string;
    kind: string;
    /** Written as JSON text, because pg cannot write a JavaScript array as jsonb. */
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
