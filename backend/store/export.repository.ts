import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** The names by which rows know a parent, and a teacher. */
type Person = { userId: string; playfabId: string; email: string | null };

type Source = { of: RawBuilder<unknown>; hidden?: readonly string[] };
type Sources = { [Table in keyof Tables]?: Source };

/**
 * Where each table names a parent. Hidden are digests of secrets, keys of calls, and what a waiting mail contains, such
 * as the secret of its link. `export.test.ts` compares the tables with the schema.
 */
const ofParent = ({ userId, playfabId, email }: Person): Sources => {
  const names = sql`(${userId}, ${playfabId})`;
  const mine = { of: sql`user_id = ${userId}` };
  const byAddress = sql`(user_id = ${userId} or email = ${email}::text)`;
  return {
    users: { of: sql`id = ${userId}`, hidden: ['sign_in_code_hash'] },
    sessions: { ...mine, hidden: ['token_hash', 'chain'] },
    agreements: mine,
    stripe_customers: mine,
    stripe_subscriptions: { of: sql`customer_id in (select id from stripe_customers where user_id = ${userId})` },
    store_subscribers: { of: sql`app_user_id in ${names}` },
    store_subscriptions: { of: sql`app_user_id in ${names}` },
    checkouts: { ...mine, hidden: ['attempt'] },
    declarations: { of: byAddress, hidden: ['token_hash'] },
    carried: { of: sql`declaration_id in (select id from declarations where ${byAddress})` },
    refunds: { of: byAddress },
    notices: mine,
    jobs: {
      of: sql`payload ->> 'userId' = ${userId} or lower(payload ->> 'to') = ${email}::text`,
      hidden: ['payload', 'key', 'request_id'],
    },
  };
};

const ofTeacher = (email: string): Sources => {
  const teacher = sql`(select id from teachers where email = ${email})`;
  const inClass = { of: sql`classroom_id in (select id from classrooms where teacher_id in ${teacher})` };
  return {
    teachers: { of: sql`email = ${email}`, hidden: ['auth_id_hash'] },
    classrooms: { of: sql`teacher_id in ${teacher}`, hidden: ['link_id', 'mailed_link_id'] },
    students: inClass,
    progress: inClass,
    first_plays: inClass,
    cleared_progress: inClass,
    classroom_links: { ...inClass, hidden: ['token_hash'] },
  };
};

const read = async (database: Database, sources: Sources): Promise<Record<string, unknown[]>> => {
  const found: Record<string, unknown[]> = {};
  for (const [table, { of, hidden = [] }] of Object.entries(sources)) {
    const row = sql`to_jsonb(one) - ${sql.val(`{${hidden.join()}}`)}::text[]`;
    const { rows } = await sql<{ row: unknown }>`select ${row} as row from ${sql.table(table)} as one where ${of}
      order by 1`.execute(database);
    found[table] = rows.map((one) => one.row);
  }
  return found;
};

/** Everything that the database says about a person, by table. */
export const exportRepository = (database: Database) => ({
  parent: (person: Person) => read(database, ofParent(person)),
  teacher: (email: string) => read(database, ofTeacher(email)),
});
