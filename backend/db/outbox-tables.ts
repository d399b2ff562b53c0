import type { ColumnType, Generated } from 'kysely';

/** The table of migrations 201 and 202. */
export type OutboxTables = {
  outbox: {
    id: string;
    kind: string;
    /** Written as JSON text, because pg cannot write a JavaScript array as jsonb. */
    payload: ColumnType<unknown, string, string>;
    key: string | null;
    run_at: Date | null;
    entered: Generated<number>;
    entered_at: Generated<Date>;
    attempts: Generated<number>;
    leased_until: Date | null;
    finished_at: Date | null;
    outcome: 'done' | 'failed' | null;
  };
};
