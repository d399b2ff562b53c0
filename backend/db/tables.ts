import type { BillingTables } from './billing-tables.ts';
import type { OutboxTables } from './outbox-tables.ts';
import type { PortalTables } from './portal-tables.ts';
import type { SchoolZoneTables } from './school-zone-tables.ts';
import type { StoreTables } from './store-tables.ts';

/** Every table of the product after all migrations. */
export type Tables = PortalTables & OutboxTables & BillingTables & StoreTables & SchoolZoneTables;
