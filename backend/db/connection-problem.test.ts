import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from '../testing/server-process.ts';
import { listenLocally } from '../testing/servers.ts';
import { connectionProblem } from './connection-problem.ts';

it.each<[string, { message?: string; code?: string }, RegExp]>([
  [
    'a server that does not run',
    { message: 'connect ECONNREFUSED postgres://portal:swordfish@db', code: 'ECONNREFUSED' },
    /^No PostgreSQL answers at the host and port of DATABASE_URL \(ECONNREFUSED\): start it, or correct DATABASE_URL\.$/,
  ],
  [
    'a PgBouncer that cannot reach PostgreSQL',
    { message: 'server login has been failing, try again later', code: '08P01' },
    /^No PostgreSQL answers .* \(08P01\)/,
  ],
  [
    'a PgBouncer without a setting',
    { message: 'unsupported startup parameter: statement_timeout', code: '08P01' },
    /ignore_startup_parameters/,
  ],
  [
    'a wrong password',
    { message: 'password authentication failed for user "portal"', code: '28P01' },
    /^PostgreSQL does not admit the user .* \(28P01\)/,
  ],
  [
    'an authority’s file that does not exist',
    { message: "ENOENT: no such file or directory, open '/swordfish'", code: 'ENOENT' },
    /^A file that DATABASE_URL names \(sslrootcert/,
  ],
  [
    'a socket that does not exist',
    { message: 'connect ENOENT /run/swordfish', code: 'ENOENT' },
    /^No PostgreSQL answers/,
  ],
  ['a server that does not answer in time', { message: 'timeout expired' }, /^No PostgreSQL answers/],
])('explains %s without its address', (_case, { message, ...fields }, sentence) => {
  const explained = connectionProblem(Object.assign(new Error(message), fields));
  expect(explained).toMatch(sentence);
  expect(explained).not.toContain('swordfish');
});

it('ends a server whose PostgreSQL is still starting with one sentence and no stack trace', async () => {
  const postgres = createServer((socket) => {
    const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mno\0\0');
    const head = Buffer.alloc(5);
    head.write('E');
    head.writeInt32BE(fields.length + 4, 1);
    socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([head, fields])));
  });
  const port = await listenLocally(postgres);
  const server = await startServer({ DATABASE_URL: `postgres://portal:swordfish@127.0.0.1:${port}/portal` });
  expect(await server.exited).toBe(1);
  expect(server.output()).toBe(
    'No PostgreSQL answers at the host and port of DATABASE_URL (57P03): start it, or correct DATABASE_URL.\n',
  );
  postgres.close();
});
