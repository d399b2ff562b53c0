import type { Kysely, Selectable } from 'kysely';
import type { PortalSessionsTable, StripeTables } from '../schema.ts';

export type PortalSessionRow = Selectable<PortalSessionsTable>;

export const addPortalSession = (trx: Kysely<StripeTables>, session: PortalSessionRow): Promise<PortalSessionRow> =>
  trx.insertInto('stripe_simulator.portal_sessions').values(session).returningAll().executeTakeFirstOrThrow();

export const findPortalSession = (trx: Kysely<StripeTables>, id: string): Promise<PortalSessionRow | undefined> =>
  trx.selectFrom('stripe_simulator.portal_sessions').selectAll().where('id', '=', id).executeTakeFirst();
