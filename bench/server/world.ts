import { readFileSync } from 'node:fs';
import pg from 'pg';
import { randomId } from '../../backend/domain/secrets.ts';
import { newClassroomCode } from '../../backend/domain/school-zone/codes.ts';
import { urlOfCall, signUp } from '../../backend/testing/parent-calls.ts';
import { startServer } from '../../backend/testing/server-process.ts';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { password, studentCodes, type World } from './works.ts';

/** Environment that names the real Stripe, because a simulator would use processor time. No call reaches Stripe. */
const variables = {
  STRIPE_SECRET_KEY: 'sk_test_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_WEBHOOK_SECRETS: 'whsec_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_PRICE_ID: 'price_7Fq2xZ9LmVt4RkWc',
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'info',
};

/**
 * Starts the program on a PostgreSQL with the PlayFab emulator, so the portal checks the password itself and no other
 * server is measured. Everything else is configured as in production.
 * @param env additional environment variables.
 */
export const startPortal = async (databaseUrl: string, env: Record<string, string> = {}) => {
  const { ready, port, child, halt } = await startServer({ ...variables, ...env, DATABASE_URL: databaseUrl });
  await ready;
  return { port, pid: child.pid ?? 0, close: () => halt() };
};

/** Milliseconds per tick. Linux counts in hundredths of a second. */
const tick = 10;

/** Returns the fields after the name, because the name may contain any character. */
const fieldsOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

const parentOf = (pid: number): number => Number(fieldsOf(pid)[1]);

/** Includes the running children. The time of an ended child counts for its parent. */
const timesOfChildren = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .flatMap((child) => {
      try {
        return fieldsOf(Number(child)).slice(11, 13);
      } catch {
        return [];
      }
    });

/** Returns the processor time of processes and their children so far, in milliseconds. Linux only. */
export const processorTime = (pids: readonly number[]): number =>
  pids
    .flatMap((pid) => [...timesOfChildren(pid), ...fieldsOf(pid).slice(11, 15)])
    .reduce((sum, ticks) => sum + Number(ticks) * tick, 0);

const concepts = curriculum.packages.flatMap(({ id, concepts: of }) =>
  of.map((concept) => ({ package: id, concept: concept.id, levels: levelNamesOf(concept) })),
);

/** Uses a separate connection: some statements take minutes, and the portal's pool has a limit of ten seconds. */
const connected = async <Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Creates classes of 35 students without progress. */
const insertClasses = async (client: pg.Client, classes: World['classes']): Promise<void> => {
  const given = [classes.map(({ link }) => link), classes.map(({ code }) => code)];
  await client.query(
    `insert into teachers (id, email, language, auth_id_hash, playfab_id, created_at)
     select id, id || '@school.example', 'en', id, id, now() from unnest($1::text[]) id`,
    given.slice(0, 1),
  );
  await client.query(
    `insert into classrooms (id, teacher_id, link_id, code, name, created_at, changed_at)
     select id, id, id, code, 'Class ' || code, now(), now() from unnest($1::text[], $2::text[]) made (id, code)`,
    given,
  );
  await client.query(
    `insert into students (classroom_id, code) select id, student from classrooms, unnest($1::text[]) student`,
    [studentCodes],
  );
  await client.query('vacuum analyze');
};

/** Stores progress of every student in every level, two thirds of it completed in eight weeks, in random order. */
const playAll = async (client: pg.Client): Promise<void> => {
  await client.query(
    `insert into progress (classroom_id, era, student_code, package, concept, total, levels, played_at, changed_at)
     select classroom_id, 1, code, taught ->> 'package', taught ->> 'concept', jsonb_array_length(taught -> 'levels'),
       (select jsonb_object_agg(level, case when hashtext(classroom_id || code || level) % 3 <> 0
          then to_jsonb((now() - random() * interval '55 days')::date) else 'false' end)
        from jsonb_array_elements_text(taught -> 'levels') level),
       now() - random() * interval '30 days', now() - interval '1 day'
     from students, jsonb_array_elements($1::jsonb) taught
     order by random()`,
    [JSON.stringify(concepts)],
  );
  await client.query('vacuum analyze');
};

/** Creates the test data: some people with accounts and sessions, and full classes. */
export const populate = async (databaseUrl: string, some: { people: number; classes: number }): Promise<World> => {
  const { port, close } = await startPortal(databaseUrl);
  try {
    const signedUp: { email: string; token: string }[] = [];
    for (let index = 0; index < some.people; index += 1) {
      const email = `parent${index}@home.example`;
      const { token } = await signUp(`http://127.0.0.1:${port}`, { email, password }, urlOfCall(index));
      signedUp.push({ email, token });
    }
    const classes = Array.from({ length: some.classes }, () => ({ link: randomId(), code: newClassroomCode() }));
    return await connected(databaseUrl, async (client) => {
      await insertClasses(client, classes);
      await playAll(client);
      const select = 'select email, password_hash from playfab_emulator.players';
      const { rows } = await client.query<{ email: string; password_hash: string }>(select);
      const hashes = new Map(rows.map((row) => [row.email, row.password_hash]));
      return { classes, people: signedUp.map((one) => ({ ...one, passwordHash: hashes.get(one.email) ?? '' })) };
    });
  } finally {
    await close();
  }
};

const at = (databaseUrl: string, database: string): string =>
  Object.assign(new URL(databaseUrl), { pathname: database }).href;

/** Copies the database, which must have no connections during that time. @returns the copy's address */
export const copyOf = async (databaseUrl: string): Promise<string> => {
  await connected(at(databaseUrl, 'template1'), (client) => client.query('create database bare template postgres'));
  return at(databaseUrl, 'bare');
};

/** The process whose children respond to the calls. */
export const postmasterOf = (databaseUrl: string): Promise<number> =>
  connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return parentOf(rows[0]?.pid ?? 0);
  });
