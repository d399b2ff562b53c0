import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPostgres } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { waitForPostgres } from '../db/wait-for-postgres.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../testing/empty-database.ts';
import { checkDatabase, findingsOfDatabase } from './check-database.ts';

it('reports why the database cannot be used, and nothing of its address', async () => {
  expect(await checkDatabase('postgres://portal:swordfish@127.0.0.1:9/portal')).toEqual([
    {
      kind: 'wrong',
      sentence:
        'No PostgreSQL answers at the host and port of DATABASE_URL (ECONNREFUSED): start it, or correct DATABASE_URL.',
    },
  ]);
});

const url = 'postgres://portal:swordfish@127.0.0.1:9/portal';

/** Returns what the start prints when the connection fails in this way; its clock advances by a minute in each pause. */
const startOnDatabase = async (error: Error): Promise<string> => {
  let now = 0;
  const pause = async () => {
    now += 59_500;
  };
  const connect = () => Promise.reject(error);
  const failure: unknown = await waitForPostgres(url, {
    say: () => undefined,
    now: () => now,
    pause,
    connect,
  }).catch((thrown: unknown) => thrown);
  return failure instanceof Error ? failure.message : '';
};

const refused = 'start it, or correct DATABASE_URL.';
const files = 'correct sslrootcert, sslcert, sslkey or the folder of the socket.';

describe('a wrong DATABASE_URL', () => {
  it.each<[string, string | null, string, string]>([
    [
      'wrong password',
      '28P01',
      'password authentication failed for user "portal"',
      'PostgreSQL rejects the user or the password of DATABASE_URL (28P01): correct them in DATABASE_URL.',
    ],
    [
      'wrong database',
      '3D000',
      'database "potral" does not exist',
      'The database that DATABASE_URL names does not exist (3D000): create it, or correct its name.',
    ],
    [
      'wrong port',
      'ECONNREFUSED',
      'connect ECONNREFUSED 127.0.0.1:5433',
      `No PostgreSQL answers at the host and port of DATABASE_URL (ECONNREFUSED): ${refused}`,
    ],
    [
      'wrong host',
      'ENOTFOUND',
      'getaddrinfo ENOTFOUND db.internal',
      'The host of DATABASE_URL has no address (ENOTFOUND): correct its name, or the name server of this machine.',
    ],
    [
      'firewall',
      null,
      'timeout expired',
      `No PostgreSQL answers at the host and port of DATABASE_URL (no answer): ${refused}`,
    ],
    [
      'port of another program',
      null,
      'Connection terminated unexpectedly',
      `No PostgreSQL answers at the host and port of DATABASE_URL (no answer): ${refused}`,
    ],
    [
      'missing CA file',
      'ENOENT',
      "no such file or directory, open 'ca.pem'",
      `A file that DATABASE_URL names cannot be read (ENOENT): ${files}`,
    ],
    [
      'unreadable CA file',
      'EACCES',
      "permission denied, open 'ca.pem'",
      `A file that DATABASE_URL names cannot be read (EACCES): ${files}`,
    ],
    [
      'no CA file',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'self-signed certificate',
      'The certificate of the PostgreSQL of DATABASE_URL has an unknown authority (SELF_SIGNED_CERT_IN_CHAIN): add sslrootcert=<file> with that authority.',
    ],
    [
      'expired certificate',
      'CERT_HAS_EXPIRED',
      'certificate has expired',
      'The certificate of the PostgreSQL of DATABASE_URL has expired (CERT_HAS_EXPIRED): renew it on that server.',
    ],
    [
      'host of another certificate',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'Hostname/IP does not match',
      'The certificate of the PostgreSQL of DATABASE_URL is for another host (ERR_TLS_CERT_ALTNAME_INVALID): write the host that it names.',
    ],
    [
      'no TLS',
      null,
      'The server does not support SSL connections',
      'The PostgreSQL of DATABASE_URL does not offer TLS: set ssl = on in its postgresql.conf, or correct the host and port.',
    ],
    [
      'no password',
      null,
      'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
      'PostgreSQL asks for a password, and DATABASE_URL has none: add it.',
    ],
    [
      'pg_hba.conf',
      '28000',
      'no pg_hba.conf entry',
      'PostgreSQL does not admit the user of DATABASE_URL from this machine (28000): allow it in pg_hba.conf, or correct the user.',
    ],
    [
      'no right to connect',
      '42501',
      'permission denied for database "portal"',
      'The user of DATABASE_URL may not connect to its database (42501): grant CONNECT, or correct the user or the database.',
    ],
    [
      'too many connections',
      '53300',
      'sorry, too many clients already',
      'The PostgreSQL of DATABASE_URL has no free connection (53300): end some, or raise its max_connections.',
    ],
    [
      'PgBouncer without PostgreSQL',
      '08P01',
      'server login has been failing',
      'The PgBouncer of DATABASE_URL cannot reach PostgreSQL (08P01): start PostgreSQL, or correct PgBouncer.',
    ],
    [
      'PgBouncer without its settings',
      '08P01',
      'unsupported startup parameter: statement_timeout',
      'The PgBouncer of DATABASE_URL lacks ignore_startup_parameters: copy them from deploy/pgbouncer.ini.',
    ],
    [
      'unknown error',
      'XX000',
      'internal error',
      'The database of DATABASE_URL cannot be used (XX000): correct DATABASE_URL.',
    ],
  ])('is one sentence, and the start prints the same: %s', async (_case, code, message, sentence) => {
    const error = Object.assign(new Error(message), code === null ? {} : { code });
    const found = (await checkDatabase(url, () => Promise.reject(error))).map((one) => one.sentence);
    expect([found, await startOnDatabase(error)]).toEqual([[sentence], sentence]);
  });
});

it('reports a PostgreSQL that is too old, or a user who may not create tables', () => {
  const found = findingsOfDatabase({ version: 14, known: ['001-a'], applied: ['001-a'], mayCreate: false });
  expect(found.filter(({ kind }) => kind === 'wrong').map(({ sentence }) => sentence)).toEqual([
    'The database is PostgreSQL 14: name one of 15 or later in DATABASE_URL.',
    'The user of DATABASE_URL may not create tables: grant CREATE on the schema, or make the user the owner of the database.',
  ]);
});

/** Runs on PostgreSQL only, because the doctor does not check the embedded database. */
const lookAtPostgres = (server: string): void => {
  describe('the doctor’s check of PostgreSQL', () => {
    let own: Awaited<ReturnType<typeof createEmptyDatabase>>;
    beforeAll(async () => {
      own = await createEmptyDatabase(server);
    });
    afterAll(() => own.drop());

    it('counts the pending migrations without running them, and recognises a database that is ahead', async () => {
      const empty = await checkDatabase(own.url);
      expect(empty.map(({ kind }) => kind)).toEqual(['right', 'note']);
      expect(await checkDatabase(own.url)).toEqual(empty);

      const database = onPostgres(own.url, () => undefined);
      await migrate(database);
      expect((await checkDatabase(own.url)).map(({ kind }) => kind)).toEqual(['right', 'right']);

      await sql`insert into migrations (name) values ('999-tomorrow')`.execute(database);
      await database.destroy();
      const [, ahead] = await checkDatabase(own.url);
      expect(ahead).toMatchObject({ kind: 'wrong', sentence: expect.stringContaining('999-tomorrow') });
    });

    it('reports a wrong password', async () => {
      const url = new URL(own.url);
      url.username = 'nobody-of-that-name';
      const [found] = await checkDatabase(url.href);
      expect(found).toMatchObject({ kind: 'wrong', sentence: expect.stringMatching(/user .*\(28\w{3}\): /) });
    });
  });
};
if (testDatabaseUrl !== undefined) lookAtPostgres(testDatabaseUrl);
