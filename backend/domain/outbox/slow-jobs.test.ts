import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock, type FakeClock, createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { idleHandlers } from '../../testing/jobs.ts';
import { minute, second } from '../../../src/lib/durations.ts';
import { enqueue, type Job } from './jobs.ts';
import {
  createOutboxWorker,
  UnrecoverableError,
  type JobFailure,
  type JobHandlers,
  type OutboxWorker,
} from './worker.ts';

let test: TestDatabase;
let clock: FakeClock;
let failures: JobFailure[];
const workers: OutboxWorker[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.deleteFrom('outbox').execute();
  clock = createFakeClock();
  failures = [];
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

const workerWith = (handlers: Partial<JobHandlers>): OutboxWorker => {
  const worker = createOutboxWorker({
    database: test.database,
    clock,
    handlers: { ...idleHandlers, ...handlers },
    onFailure: (failure) => failures.push(failure),
  });
  workers.push(worker);
  return worker;
};
const addMail = (to = 'a@example.com') =>
  enqueue(test.database, { kind: 'mail', payload: { to, language: 'en', template: 'password-changed', values: {} } });
const row = () => test.database.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();

/** Creates a handler of mails that ends when the mail server answers, and counts its deliveries. */
const createSlowServer = () => {
  const answered = Promise.withResolvers<void>();
  const deliveries: string[] = [];
  const mail: JobHandlers['mail'] = async ({ to }) => {
    deliveries.push(to);
    await answered.promise;
  };
  return { mail, deliveries, answer: answered.resolve };
};

describe('a mail server that answers slowly', () => {
  it.each([
    ['15 seconds', 15 * second],
    ['45 seconds', 45 * second],
    ['ten minutes', 10 * minute],
  ])('delivers a mail once with two processes when it takes %s', async (_name, patience) => {
    const server = createSlowServer();
    const one = workerWith(server);
    const other = workerWith(server);
    await addMail();
    await one.poll();
    for (let waited = 0; waited < patience; waited += 10 * second) {
      clock.advance(10 * second);
      await one.poll();
      await other.poll();
    }
    server.answer();
    await one.runDue();
    await other.runDue();
    expect(server.deliveries).toHaveLength(1);
    expect([await row(), failures]).toMatchObject([{ outcome: 'done', attempts: 1 }, []]);
  });

  it('delivers each of many mails once', async () => {
    const server = createSlowServer();
    const both = [workerWith(server), workerWith(server)];
    const people = Array.from({ length: 20 }, (_, index) => `person-${index}@example.com`);
    for (const to of people) await addMail(to);
    for (let waited = 0; waited < 45; waited += 5) {
      for (const worker of both) await worker.poll();
      clock.advance(5 * second);
    }
    server.answer();
    for (const worker of both) await worker.runDue();
    expect(server.deliveries.toSorted()).toEqual(people.toSorted());
  });

  it.each(['sync-customer', 'sync-subscriber', 'settle-checkout'] as const)(
    'does not delay a payment job behind mails: %s',
    async (kind) => {
      const server = createSlowServer();
      const paid = Promise.withResolvers<void>();
      const worker = workerWith({ ...server, [kind]: async () => paid.resolve() });
      for (let mails = 0; mails < 20; mails += 1) await addMail();
      const payload = {
        'sync-customer': { kind: 'sync-customer', payload: { customerId: 'cus_1' } },
        'settle-checkout': { kind: 'settle-checkout', payload: { userId: 'user' } },
        'sync-subscriber': { kind: 'sync-subscriber', payload: { appUserId: 'A1', others: [] } },
      } satisfies Record<typeof kind, Job>;
      await enqueue(test.database, payload[kind]);
      worker.start();
      await paid.promise;
      server.answer();
    },
  );

  it('starts the next mail when one of eight is delivered, and does not wait for the others', async () => {
    const server = createSlowServer();
    const started = Promise.withResolvers<void>();
    const worker = workerWith({
      mail: async (message, job) => {
        if (message.to.startsWith('quick')) return;
        if (message.to.startsWith('last')) return started.resolve();
        await server.mail(message, job);
      },
    });
    for (let mails = 0; mails < 7; mails += 1) await addMail();
    await addMail('quick@example.com');
    await addMail('last@example.com');
    worker.start();
    await started.promise;
    expect(server.deliveries).toHaveLength(7);
    server.answer();
  });
});

/** Waits until the job's row is as expected: the worker that ends the job is not waited for. */
const expectRow = (expected: object) => expect.poll(row).toMatchObject(expected);

describe('a lease that ended while its job ran', () => {
  /** Starts a mail in a process that then does not run for longer than a lease, as a suspended machine. */
  const suspend = async () => {
    const server = createSlowServer();
    const suspended = workerWith(server);
    await addMail();
    await suspended.poll();
    clock.advance(31 * second);
    return { server, suspended };
  };

  it('is renewed when no other process has taken the job', async () => {
    const { server, suspended } = await suspend();
    await suspended.poll();
    await workerWith(server).poll();
    server.answer();
    await suspended.runDue();
    expect(server.deliveries).toHaveLength(1);
  });

  it.each([
    ['is to be retried', new Error('busy'), { outcome: null }],
    ['was given up', new UnrecoverableError('refused'), { outcome: 'failed' }],
  ])('records a job as done that %s by another process', async (_name, error, between) => {
    const { server, suspended } = await suspend();
    const other = workerWith({
      mail: async () => {
        throw error;
      },
    });
    await other.runDue();
    expect(await row()).toMatchObject(between);
    server.answer();
    await suspended.runDue();
    expect(await row()).toMatchObject({ outcome: 'done', payload: {} });
    clock.advance(minute);
    await other.runDue();
    expect(failures).toHaveLength(1);
  });

  it('records a job as done that another process runs, however that ends', async () => {
    const { server, suspended } = await suspend();
    const ends = Promise.withResolvers<void>();
    const other = workerWith({ mail: () => ends.promise });
    await other.poll();
    server.answer();
    await expectRow({ outcome: 'done', leased_until: null });
    ends.reject(new Error('busy'));
    await other.runDue();
    clock.advance(minute);
    await other.runDue();
    await suspended.runDue();
    expect(server.deliveries).toHaveLength(1);
    expect(await row()).toMatchObject({ outcome: 'done', attempts: 2, run_at: null });
  });

  it('does not run a job again in the process in which it still runs', async () => {
    const { server, suspended } = await suspend();
    // Another process has taken the job and died.
    await workerWith({ mail: () => new Promise<void>(() => undefined) }).poll();
    workers.pop();
    clock.advance(31 * second);
    await suspended.poll();
    await suspended.poll();
    server.answer();
    await suspended.runDue();
    expect(server.deliveries).toHaveLength(1);
    expect(await row()).toMatchObject({ outcome: 'done' });
  });
});

it('stops after 15 seconds although a mail still waits for its server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = createSlowServer();
  const worker = workerWith(server);
  await addMail();
  await worker.poll();
  const stopped = worker.stop();
  await vi.advanceTimersByTimeAsync(15 * second);
  vi.useRealTimers();
  await stopped;
  server.answer();
  expect(server.deliveries).toHaveLength(1);
});
