import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, ask, type SignedUp, signUpPerson } from '../backend/testing/parent-calls.ts';
import { type ServerProcess, startServer } from '../backend/testing/server-process.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { apiPaths } from '../src/contracts/api.ts';
import { counted } from '../backend/testing/campaign.ts';

type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;

/** Starts a TCP forwarder, such as HAProxy or a virtual address: clients keep one address when another server takes over. */
const startForwarder = async (first: number) => {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    forwardTo: (port: number): void => {
      target = port;
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

describe('PostgreSQL during sign-ups', () => {
  let primary: Postgres;
  let standby: Postgres;
  let forwarder: Awaited<ReturnType<typeof startForwarder>>;
  let portal: ServerProcess;
  let origin = '';
  beforeAll(async () => {
    primary = (await startPostgres()) ?? expect.fail('PostgreSQL is not installed');
    standby = await primary.standby();
    // A commit is acknowledged when the replica has it too, so that a failover loses nothing.
    const admin = new pg.Client({ connectionString: primary.url });
    await admin.connect();
    await admin.query(`alter system set synchronous_standby_names = '*'`);
    await admin.query('select pg_reload_conf()');
    await admin.end();
    forwarder = await startForwarder(primary.port);
    const url = new URL(primary.url);
    url.port = String(forwarder.port);
    portal = await startServer({ DATABASE_URL: url.href, TRUST_PROXY: '127.0.0.1' });
    await portal.ready;
    origin = `http://127.0.0.1:${portal.port}`;
  }, 120_000);
  afterAll(async () => {
    portal.child.kill('SIGTERM');
    await portal.exited;
    await forwarder.close();
    standby.stop();
    primary.stop();
  });

  const isReady = async (): Promise<boolean> => (await fetch(`${origin}/readyz`)).ok;
  const untilReady = () => expect.poll(isReady, { timeout: 30_000, interval: 100 }).toBe(true);

  /** What happens to the database, and what makes it available again. */
  const outages: { name: string; end: () => void; recover: () => void }[] = [
    { name: 'killed', end: () => primary.crash(), recover: () => primary.start() },
    {
      name: 'restarted',
      end: () => primary.crash(),
      recover: () => {
        primary.start();
        primary.restart();
      },
    },
    {
      name: 'failed over',
      end: () => primary.crash(),
      recover: () => {
        standby.promote();
        forwarder.forwardTo(standby.port);
      },
    },
  ];
  /** The people of one outage; it begins when a part of them has an answer. */
  const people = counted(40, 200);
  const before = Math.floor(people / 4);
  const answered: SignedUp[] = [];

  /** Signs a person up, again after each outage, like someone who presses the button again. */
  const signUp = async (person: number): Promise<SignedUp> => {
    for (;;) {
      try {
        return await signUpPerson(origin, person);
      } catch {
        expect(portal.child.exitCode, portal.output()).toBeNull();
        await untilReady();
      }
    }
  };

  it.for(outages)(
    'keeps every acknowledged sign-up and answers 503 meanwhile when it is $name',
    {
      timeout: 240_000,
    },
    async ({ end, recover }, { task }) => {
      task.meta.cases = people;
      const first = answered.length;
      const waiting = Array.from({ length: people }, (_, index) => first + index);
      let outage: Promise<void> | undefined;
      const interrupt = async (): Promise<void> => {
        end();
        const meanwhile = await Promise.all(
          Array.from({ length: 20 }, () => ask(origin, apiPaths.user, 'x'.repeat(43))),
        );
        for (const answer of meanwhile) {
          expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
        }
        recover();
      };
      const hands = Array.from({ length: 8 }, async () => {
        for (let person = waiting.shift(); person !== undefined; person = waiting.shift()) {
          answered.push(await signUp(person));
          if (answered.length - first === before) outage = interrupt();
        }
      });
      await Promise.all(hands);
      await outage;
      await untilReady();
      expect(answered.length - first).toBe(people);
      const lost = [];
      for (const [person, { token }] of answered.entries()) {
        const answer = await ask(origin, apiPaths.user, token, addressOf(person));
        if (!answer.ok) lost.push(answer.status);
      }
      expect(lost).toEqual([]);
      expect(portal.output()).not.toContain(new URL(primary.url).password);
    },
  );
});
