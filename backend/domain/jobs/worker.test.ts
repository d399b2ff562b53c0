import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { day, hour, minute, second } from '../../../src/lib/time.ts';
import { jobsRepository } from '../../store/jobs.repository.ts';
import { idleHandlers } from '../../testing/jobs.ts';
import { closeAfterAll, createFakeClock, createTestDatabase, type FakeClock } from '../../testing/test-database.ts';
import { enqueue, type Job } from './jobs.ts';
import {
  createJobWorker,
  type JobFailure,
  type JobHandlers,
  type JobWorker,
  retryDelay,
  UnrecoverableError,
} from './worker.ts';

const test = await closeAfterAll(createTestDatabase());
let clock: FakeClock;
let done: string[];
let failures: JobFailure[];
const workers: JobWorker[] = [];

beforeEach(async () => {
  await test.database.deleteFrom('jobs').execute();
  clock = createFakeClock();
  done = [];
  failures = [];
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

const workerWith = (handlers: Partial<JobHandlers>, lease?: number): JobWorker => {
  const worker = createJobWorker({
    database: test.database,
    clock,
    lease,
    handlers: { ...idleHandlers, ...handlers },
    onFailure: (failure) => failures.push(failure),
  });
  workers.push(worker);
  return worker;
};
const worker = () => workerWith({ 'delete-account': async ({ userId }) => void done.push(userId) });
const failingWith = (error: Error) => workerWith({ 'delete-account': () => Promise.reject(error) });

const deletion = (userId: string, key?: string): Job => ({
  kind: 'delete-account',
  payload: { userId },
  ...(key !== undefined && { key }),
});
const add = (userId: string, key?: string) => enqueue(test.database, deletion(userId, key));
const addMail = (to = 'a@example.com') =>
  enqueue(test.database, { kind: 'mail', payload: { to, language: 'en', template: 'password-changed', values: {} } });
/** Leases the one waiting deletion for 30 seconds, as a worker does that dies then. */
const leaseDeletion = async () => {
  const now = clock.now();
  const free = new Map([['delete-account', 8]]);
  const [job] = await jobsRepository(test.database).lease(free, now, new Date(now.getTime() + 30_000));
  return job ?? expect.fail('no job is due');
};
const rows = () => test.database.selectFrom('jobs').selectAll().orderBy('entered').execute();
const row = async () => (await rows())[0];
const rename = (from: string, to: string) => sql.raw(`alter table ${from} rename to ${to}`).execute(test.database);

it.each(['mail', 'tell-owner'] as const)(
  'runs a %s for which a person waits before a mass of notices',
  async (kind) => {
    const values = { day: null, amount: 999, currency: 'cad', isTrial: false, price: null };
    const add = (template: 'welcome' | 'trial-ends', id: string) =>
      enqueue(
        test.database,
        kind === 'mail'
          ? { kind, payload: { to: `${id}@example.com`, language: 'en', template, values } }
          : { kind, payload: { userId: id, subscriptionId: id, template } },
      );
    for (let count = 0; count < 20; count += 1) await add('trial-ends', `mass-${count}`);
    await add('welcome', 'person');
    const started: string[] = [];
    await workerWith({
      mail: async ({ template }) => void started.push(template),
      'tell-owner': async ({ template }) => void started.push(template),
    }).runDue();
    expect(started).toEqual(['welcome', ...Array<string>(20).fill('trial-ends')]);
  },
);

describe('the wait before the next try of a job', () => {
  const ends = (days: number): number => days * 24 * 12;
  it.each([
    ['deletion', [1, 2, 3, 4, 5, 10_000], [5, 15, 45, 135, 300, 300]],
    ['mail', [1, 3, 4, 15, 16, 15 + ends(5), 16 + ends(5)], [5, 45, 45, 45, 300, 300, null]],
    ['conversion', [4, ends(3), ends(3) + 1], [135, 300, null]],
  ])(
    'triples up to five minutes, and ends for a mail after five days and for a conversion after three: %s',
    (...given) => {
      const [kind, attempts, seconds] = given;
      const delays = attempts.map((attempt) => retryDelay(kind, attempt));
      expect(delays).toEqual(seconds.map((wait) => (wait === null ? null : wait * second)));
    },
  );
});

describe('enqueue', () => {
  it('adds no job when the transaction of the business change fails', async () => {
    const change = test.database.transaction().execute(async (trx) => {
      await enqueue(trx, deletion('a'));
      throw new Error('the change failed');
    });
    await expect(change).rejects.toThrow('the change failed');
    await worker().runDue();
    expect(done).toEqual([]);
  });

  it('treats two jobs with the same key as one, even after it was done', async () => {
    await add('a', 'same');
    await add('b', 'same');
    await worker().runDue();
    await add('c', 'same');
    await worker().runDue();
    expect(done).toEqual(['a']);
  });
});

describe('the job worker', () => {
  it('runs every job once and then deletes its payload', async () => {
    await add('a');
    await worker().runDue();
    await worker().runDue();
    expect(done).toEqual(['a']);
    expect(await rows()).toMatchObject([{ outcome: 'done', leasedUntil: null, payload: {} }]);
  });

  it('shares the jobs with another worker', async () => {
    const users = Array.from({ length: 40 }, (_, index) => `user ${index}`);
    for (const user of users) await add(user);
    await Promise.all([worker().runDue(), worker().runDue(), worker().runDue()]);
    expect(done.toSorted()).toEqual(users.toSorted());
  });

  it('retries a failed job after its wait and not before, and quotes no error', async () => {
    await add('a');
    await failingWith(new TypeError('a@example.com is away')).runDue();
    expect(failures).toEqual([{ kind: 'delete-account', attempts: 1, error: 'TypeError', final: false }]);
    clock.advance(5 * second - 1);
    await worker().runDue();
    expect(done).toEqual([]);
    clock.advance(1);
    await worker().runDue();
    expect(done).toEqual(['a']);
  });

  it('gives a mail up after five days, and deletes its recipient', async () => {
    await addMail('a@exampel.invalid');
    await add('a');
    const away = () => Promise.reject(new Error('nobody knows that domain'));
    const failing = workerWith({ mail: away, 'delete-account': away });
    const attempts = 15 + 5 * 24 * 12 - 1;
    await test.database.updateTable('jobs').set({ attempts }).execute();
    await failing.runDue();
    expect((await rows()).map(({ outcome }) => outcome)).toEqual([null, null]);
    clock.advance(hour);
    await failing.runDue();
    const outcomes = new Map((await rows()).map(({ kind, outcome }) => [kind, outcome]));
    expect(Object.fromEntries(outcomes)).toEqual({ 'delete-account': null, mail: 'failed' });
    expect(JSON.stringify(await rows())).not.toContain('a@exampel.invalid');
  });

  it('runs jobs that people wait for before the events of thousands of visits', async () => {
    const turn: string[] = [];
    const conversion = { receiver: 'meta', name: 'PageView', fields: {} } as const;
    for (let index = 0; index < 20; index += 1)
      await enqueue(test.database, { kind: 'conversion', payload: conversion });
    await add('a');
    await workerWith({
      conversion: async () => void turn.push('conversion'),
      'delete-account': async () => void turn.push('deletion'),
    }).runDue();
    expect(turn.indexOf('deletion')).toBeLessThan(8);
    expect(turn).toHaveLength(21);
  });

  it('closes a job that can never succeed', async () => {
    await add('a');
    await failingWith(new UnrecoverableError('gone')).runDue();
    clock.advance(hour);
    await worker().runDue();
    expect(done).toEqual([]);
    expect(failures).toMatchObject([{ final: true }]);
    expect(await rows()).toMatchObject([{ outcome: 'failed', payload: {} }]);
  });

  it('closes a job with an invalid payload, and leaves one of an unknown kind to a newer release', async () => {
    const jobs = jobsRepository(test.database);
    await jobs.add({ id: '1', kind: 'fly-to-the-moon', payload: '{}' });
    await jobs.add({ id: '2', kind: 'delete-account', payload: '{"user":"a"}' });
    await worker().runDue();
    expect(await rows()).toMatchObject([{ attempts: 0, outcome: null }, { outcome: 'failed' }]);
  });

  it('leases a dead worker’s job again when its lease of 30 seconds is over', async () => {
    await add('a');
    await leaseDeletion();
    clock.advance(29_999);
    await worker().runDue();
    expect(done).toEqual([]);
    clock.advance(1);
    await worker().runDue();
    expect(done).toEqual(['a']);
  });

  it.each([
    [undefined, 30_000],
    [5_000, 5_000],
  ])('keeps a job from other workers for its lease: configured %s ms, kept %s ms', async (lease, kept) => {
    await add('a');
    let leased: Date | null | undefined;
    await workerWith({ 'delete-account': async () => void (leased = (await row())?.leasedUntil) }, lease).runDue();
    expect(leased).toEqual(new Date(clock.now().getTime() + kept));
  });

  it('leaves a job to its new worker when the old one finishes late', async () => {
    await add('a');
    const late = await leaseDeletion();
    clock.advance(30_000);
    await leaseDeletion();
    const before = await rows();
    const jobs = jobsRepository(test.database);
    await jobs.markUnrecoverable(late, clock.now());
    await jobs.postpone(late, clock.now());
    await jobs.renew(late, new Date(clock.now().getTime() + minute));
    expect(await rows()).toEqual(before);
    expect(before).toMatchObject([{ outcome: null, attempts: 2 }]);
  });

  it.each([0, 40_000])('does not repeat a job that was done while the database was away for %i ms', async (outage) => {
    await add('a');
    const interrupted = workerWith({
      'delete-account': async ({ userId }) => {
        done.push(userId);
        await rename('jobs', 'jobs_away');
      },
    });
    await expect(interrupted.runDue()).rejects.toThrow();
    clock.advance(outage);
    await rename('jobs_away', 'jobs');
    await interrupted.runDue();
    await worker().runDue();
    expect([done, failures]).toEqual([['a'], []]);
    expect(await rows()).toMatchObject([{ outcome: 'done' }]);
  });

  it('deletes what it knows of a job thirty days after its end', async () => {
    await add('a');
    await worker().runDue();
    clock.advance(1);
    await add('b');
    await worker().runDue();
    const newer = (await rows()).filter(({ finishedAt: end }) => end?.getTime() === clock.now().getTime());
    expect(newer).toHaveLength(1);
    clock.advance(30 * day);
    const polling = worker();
    polling.start();
    await polling.stop();
    expect(await rows()).toEqual(newer);
  });

  it('reports an unreachable database, and runs the jobs when it is back', async () => {
    const ran = Promise.withResolvers<string>();
    const polling = workerWith({ 'delete-account': async ({ userId }) => ran.resolve(userId) });
    await add('a');
    await rename('jobs', 'jobs_away');
    polling.start();
    await expect.poll(() => failures).not.toEqual([]);
    await rename('jobs_away', 'jobs');
    const error = expect.stringMatching(/error/i);
    expect(failures[0]).toEqual({ kind: 'jobs', attempts: 0, error, final: false });
    polling.wake();
    expect(await ran.promise).toBe('a');
  });

  it('runs a job at once when woken, and stops only after its current jobs', async () => {
    const [started, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = workerWith({
      'delete-account': async ({ userId }) => {
        started.resolve();
        await mayEnd.promise;
        done.push(userId);
      },
    });
    slow.start();
    await add('a');
    slow.wake();
    await started.promise;
    slow.wake();
    const stopped = slow.stop().then(() => done.push('stopped'));
    for (let query = 0; query < 3; query += 1) await rows();
    expect(done).toEqual([]);
    mayEnd.resolve();
    await stopped;
    expect(done).toEqual(['a', 'stopped']);
    expect(await rows()).toMatchObject([{ outcome: 'done' }]);
  });
});

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
  it.each([15, 45, 600])('delivers a mail once with two processes when it takes %i s', async (seconds) => {
    const server = createSlowServer();
    const both = [workerWith(server), workerWith(server)];
    await addMail();
    for (let waited = 0; waited <= seconds; waited += 10) {
      for (const worker of both) await worker.poll();
      clock.advance(10 * second);
    }
    server.answer();
    for (const worker of both) await worker.runDue();
    expect(server.deliveries).toHaveLength(1);
    expect([await row(), failures]).toMatchObject([{ outcome: 'done', attempts: 1 }, []]);
  });

  it('does not delay a payment behind mails', async () => {
    const server = createSlowServer();
    const paid = Promise.withResolvers<void>();
    const worker = workerWith({ ...server, 'sync-customer': async () => paid.resolve() });
    for (let mails = 0; mails < 20; mails += 1) await addMail();
    await enqueue(test.database, { kind: 'sync-customer', payload: { customerId: 'cus_1' } });
    worker.start();
    await paid.promise;
    server.answer();
  });

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
    const other = workerWith({ mail: () => Promise.reject(error) });
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
    await expectRow({ outcome: 'done', leasedUntil: null });
    ends.reject(new Error('busy'));
    await other.runDue();
    clock.advance(minute);
    await other.runDue();
    await suspended.runDue();
    expect(server.deliveries).toHaveLength(1);
    expect(await row()).toMatchObject({ outcome: 'done', attempts: 2, runAt: null });
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
