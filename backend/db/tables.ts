import type { ColumnType, Generated } from 'kysely';
import type { BillingTables } from './billing-tables.ts';
import type { DeclarationTables } from './declaration-tables.ts';
import type { PortalTables } from './portal-tables.ts';
import type { SchoolZoneTables } from './school-zone-tables.ts';
import type { StoreTables } from './store-tables.ts';

/** Every table of the product. */
export type Tables = PortalTables & OutboxTables & BillingTables & DeclarationTables & StoreTables & SchoolZoneTables;

/** The table of the jobs for external services. */
type OutboxTables = {
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
    /** Null for a job that no request added. */
    request_id: string | null;
  };
};
