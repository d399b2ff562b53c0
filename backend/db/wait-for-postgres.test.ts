import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '../testing/server-process.ts';
import { waitForPostgres } from './wait-for-postgres.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED postgres://portal:swordfish@db'), {
  code: 'ECONNREFUSED',
});
const refusedSentence =
  'No PostgreSQL answers at the host and port of DATABASE_URL (ECONNREFUSED): start it, or correct DATABASE_URL.';

/** Runs the wait on a clock that advances only in its pauses; `outcomes` are the results of the attempts to connect. */
const waitWith = async (outcomes: (attempt: number) => Error | null) => {
  const said: string[] = [];
  let now = 0;
  let attempts = 0;
  const failure = await waitForPostgres('postgres://portal:swordfish@db/portal', {
    say: (sentence) => void said.push(sentence),
    now: () => now,
    pause: async (milliseconds) => {
      now += milliseconds;
    },
    connect: async () => {
      attempts += 1;
      const error = outcomes(attempts);
      if (error !== null) throw error;
    },
  }).then(
    () => null,
    (error: unknown) => error,
  );
  return { said, seconds: now / 1_000, attempts, failure };
};

describe('waitForPostgres', () => {
  it('connects once and prints nothing when the database answers', async () => {
    expect(await waitWith(() => null)).toEqual({ said: [], seconds: 0, attempts: 1, failure: null });
  });

  it('prints once that it waits, and returns as soon as the database answers', async () => {
    const { said, attempts, failure } = await waitWith((attempt) => (attempt < 20 ? refused : null));
    expect([attempts, failure]).toEqual([20, null]);
    expect(said).toEqual([`${refusedSentence} Waiting for up to 60 s.`]);
  });

  it('gives up after a minute with a sentence that contains no part of the address', async () => {
    const { seconds, failure } = await waitWith(() => refused);
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(failure).toMatchObject({
      name: 'DatabaseUnavailableError',
      message: refusedSentence,
    });
  });

  it.each([
    ['a role that may not log in', 'InitializeSessionUserId', /does not exist or may not log in \(28000\)/],
    ['a machine that pg_hba.conf does not name', 'ClientAuthentication', /pg_hba\.conf/],
    ['an unknown reason', undefined, /pg_hba\.conf/],
  ])('names %s as the cause', async (_, routine, sentence) => {
    const { failure, attempts } = await waitWith(() => Object.assign(new Error(''), { code: '28000', routine }));
    expect([failure, attempts]).toEqual([expect.objectContaining({ message: expect.stringMatching(sentence) }), 1]);
  });

  it('names a host that does not exist as the cause', async () => {
    const { failure } = await waitWith(() => Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    expect(failure).toMatchObject({
      message:
        'The host of DATABASE_URL has no address (ENOTFOUND): correct its name, or the name server of this machine.',
    });
  });

  it('waits while PgBouncer cannot reach PostgreSQL', async () => {
    const away = Object.assign(new Error('server login has been failing, try again later'), { code: '08P01' });
    const { attempts, failure } = await waitWith((attempt) => (attempt < 5 ? away : null));
    expect([attempts, failure]).toEqual([5, null]);
  });

  it.each([
    [
      'PgBouncer lacks a setting',
      Object.assign(new Error('unsupported startup parameter: statement_timeout'), { code: '08P01' }),
      /ignore_startup_parameters/,
    ],
    [
      'PostgreSQL refuses the password',
      Object.assign(new Error('password authentication failed for user "portal"'), { code: '28P01' }),
      /^PostgreSQL rejects the user or the password of DATABASE_URL \(28P01\)/,
    ],
  ])('fails at once when %s', async (_case, error, sentence) => {
    const { attempts, failure } = await waitWith(() => error);
    expect(attempts).toBe(1);
    expect(failure).toMatchObject({ message: expect.stringMatching(sentence) });
  });
});

/**
 * Starts a server that answers each connection with the next of these PostgreSQL error codes, and then always with the
 * last.
 */
const startRefusingPostgres = async (...codes: string[]): Promise<{ server: Server; url: string }> => {
  const server = createServer((socket) => {
    const code = codes.length > 1 ? codes.shift() : codes[0];
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mno\0\0`);
    const head = Buffer.alloc(5);
    head.write('E');
    head.writeInt32BE(fields.length + 4, 1);
    socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([head, fields])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, url: `postgres://portal:swordfish@127.0.0.1:${address.port}/portal` };
};

describe('a server whose PostgreSQL is still starting', () => {
  let postgres: Awaited<ReturnType<typeof startRefusingPostgres>> | undefined;
  afterEach(() => postgres?.server.close());

  it('waits for PostgreSQL, tries again, and ends with one sentence and no stack trace', async () => {
    postgres = await startRefusingPostgres('57P03', '3D000');
    const server = await startServer({ DATABASE_URL: postgres.url });
    expect(await server.exited).toBe(1);
    expect(server.output().split('\n')).toEqual([
      'The PostgreSQL of DATABASE_URL starts or stops (57P03): wait, or start it. Waiting for up to 60 s.',
      'The database that DATABASE_URL names does not exist (3D000): create it, or correct its name.',
      '',
    ]);
  });
});
