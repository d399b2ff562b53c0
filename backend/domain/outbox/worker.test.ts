import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock, createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { idleHandlers } from '../../testing/jobs.ts';
import { outboxRepository } from '../../store/outbox.repository.ts';
import { enqueue, type Job } from './jobs.ts';
import { day } from '../../../src/lib/durations.ts';
import { createOutboxWorker, UnrecoverableError, type JobFailure, type JobHandlers } from './worker.ts';

let test: TestDatabase;
let clock: FakeClock;
let done: string[];
let failures: JobFailure[];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.deleteFrom('outbox').execute();
  clock = createFakeClock();
  done = [];
  failures = [];
});

const deletion = (userId: string, key?: string): Job => ({
  kind: 'delete-account',
  payload: { userId },
  ...(key !== undefined && { key }),
});
const add = (userId: string, key?: string) => enqueue(test.database, deletion(userId, key));

const workerWith = (deleteAccount: JobHandlers['delete-account']) =>
  createOutboxWorker({
    database: test.database,
    clock,
    handlers: { ...idleHandlers, 'delete-account': deleteAccount },
    onFailure: (failure) => failures.push(failure),
  });
const worker = () =>
  workerWith(async ({ userId }) => {
    done.push(userId);
  });
/** Leases the one waiting deletion for 30 seconds, as a worker does that dies then. */
const leaseDeletion = async () => {
  const now = clock.now();
  const free = new Map([['delete-account', 8]]);
  const [job] = await outboxRepository(test.database).lease(free, now, new Date(now.getTime() + 30_000));
  return job ?? expect.fail('no job is due');
};
const rows = () => test.database.selectFrom('outbox').selectAll().execute();
const payloads = async () => (await rows()).map(({ payload }) => payload);

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

describe('the outbox worker', () => {
  it('runs every job once and then deletes its payload', async () => {
    await add('a');
    await worker().runDue();
    await worker().runDue();
    expect(done).toEqual(['a']);
    expect(await rows()).toMatchObject([{ outcome: 'done', leased_until: null }]);
    expect(await payloads()).toEqual([{}]);
  });

  it('shares the jobs with another worker', async () => {
    const users = Array.from({ length: 40 }, (_, index) => `user ${index}`);
    for (const user of users) await add(user);
    await Promise.all([worker().runDue(), worker().runDue(), worker().runDue()]);
    expect(done.toSorted()).toEqual(users.toSorted());
  });

  it('retries after 5, 15 and 45 seconds, and then at least every five minutes', async () => {
    await add('a');
    const failing = workerWith(async () => {
      throw new TypeError('a@example.com is away');
    });
    const waits = [5, 15, 45, 135, 300, 300];
    for (const seconds of waits) {
      await failing.runDue();
      const tries = failures.length;
      clock.advance(seconds * 1_000 - 1);
      await failing.runDue();
      expect([seconds, failures.length]).toEqual([seconds, tries]);
      clock.advance(1);
    }
    expect(failures).toHaveLength(waits.length);
    await worker().runDue();
    expect(done).toEqual(['a']);
  });

  it('gives a mail up after five days, and deletes its recipient', async () => {
    const payload = { to: 'a@exampel.invalid', language: 'en', template: 'password-changed', values: {} } as const;
    await enqueue(test.database, { kind: 'mail', payload });
    await add('a');
    const away = async () => {
      throw new Error('nobody knows that domain');
    };
    const failing = createOutboxWorker({
      database: test.database,
      clock,
      handlers: { ...idleHandlers, mail: away, 'delete-account': away },
      onFailure: () => undefined,
    });
    const hour = 3_600_000;
    const tenMinutes = 15;
    await test.database
      .updateTable('outbox')
      .set({ attempts: tenMinutes + 5 * 24 * 12 - 1 })
      .execute();
    await failing.runDue();
    expect((await rows()).map(({ outcome }) => outcome)).toEqual([null, null]);
    clock.advance(hour);
    await failing.runDue();
    expect((await rows()).map(({ kind, outcome }) => [kind, outcome]).toSorted()).toEqual([
      ['delete-account', null],
      ['mail', 'failed'],
    ]);
    expect(JSON.stringify(await payloads())).not.toContain(payload.to);
  });

  it('runs jobs that people wait for before the events of thousands of visits', async () => {
    const turn: string[] = [];
    const conversion = { receiver: 'meta', name: 'PageView', fields: {} } as const;
    for (let index = 0; index < 20; index += 1)
      await enqueue(test.database, { kind: 'conversion', payload: conversion });
    await add('a');
    await createOutboxWorker({
      database: test.database,
      clock,
      handlers: {
        ...idleHandlers,
        conversion: async () => void turn.push('conversion'),
        'delete-account': async () => void turn.push('deletion'),
      },
      onFailure: (failure) => failures.push(failure),
    }).runDue();
    expect(turn.indexOf('deletion')).toBeLessThan(8);
    expect(turn).toHaveLength(21);
  });

  it('reports what failed without quoting an error', async () => {
    await add('a');
    await workerWith(async () => {
      throw new TypeError('a@example.com is away');
    }).runDue();
    expect(failures).toEqual([{ kind: 'delete-account', attempts: 1, error: 'TypeError', final: false }]);
  });

  it('closes a job that can never succeed', async () => {
    await add('a');
    await workerWith(async () => {
      throw new UnrecoverableError('gone');
    }).runDue();
    clock.advance(3_600_000);
    await worker().runDue();
    expect(done).toEqual([]);
    expect(failures).toMatchObject([{ final: true }]);
    expect(await rows()).toMatchObject([{ outcome: 'failed' }]);
    expect(await payloads()).toEqual([{}]);
  });

  it('closes a job of an unknown kind or with an invalid payload', async () => {
    const jobs = outboxRepository(test.database);
    await jobs.add({ id: '1', kind: 'fly-to-the-moon', payload: {}, key: null, notBefore: null });
    await jobs.add({ id: '2', kind: 'delete-account', payload: { user: 'a' }, key: null, notBefore: null });
    await worker().runDue();
    expect((await rows()).map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
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
    const leases: (Date | null)[] = [];
    const watching = createOutboxWorker({
      database: test.database,
      clock,
      lease,
      handlers: {
        ...idleHandlers,
        'delete-account': async () => {
          for (const row of await rows()) leases.push(row.leased_until);
        },
      },
      onFailure: (failure) => failures.push(failure),
    });
    await watching.runDue();
    expect(leases).toEqual([new Date(clock.now().getTime() + kept)]);
  });

  it('leaves a job to its new worker when the old one finishes late', async () => {
    await add('a');
    const late = await leaseDeletion();
    clock.advance(30_000);
    await leaseDeletion();
    const before = await rows();
    const jobs = outboxRepository(test.database);
    await jobs.giveUp(late, clock.now());
    await jobs.postpone(late, clock.now());
    await jobs.renew(late, new Date(clock.now().getTime() + 60_000));
    expect(await rows()).toEqual(before);
    expect(before).toMatchObject([{ outcome: null, attempts: 2 }]);
  });

  it.each([0, 40_000])('does not repeat a job that was done while the database was away for %i ms', async (outage) => {
    await add('a');
    const interrupted = workerWith(async ({ userId }) => {
      done.push(userId);
      await sql`alter table outbox rename to outbox_away`.execute(test.database);
    });
    await expect(interrupted.runDue()).rejects.toThrow();
    clock.advance(outage);
    await sql`alter table outbox_away rename to outbox`.execute(test.database);
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
    const newer = (await rows()).filter(({ finished_at: end }) => end?.getTime() === clock.now().getTime());
    expect(newer).toHaveLength(1);
    clock.advance(30 * day);
    const polling = worker();
    polling.start();
    await polling.stop();
    expect(await rows()).toEqual(newer);
  });

  it('reports an unreachable database, and runs the jobs when it is back', async () => {
    const reported = Promise.withResolvers<JobFailure>();
    const ran = Promise.withResolvers<string>();
    const polling = createOutboxWorker({
      database: test.database,
      clock,
      handlers: { ...idleHandlers, 'delete-account': async ({ userId }) => ran.resolve(userId) },
      onFailure: reported.resolve,
    });
    await add('a');
    await sql`alter table outbox rename to outbox_away`.execute(test.database);
    polling.start();
    const failure = await reported.promise;
    await sql`alter table outbox_away rename to outbox`.execute(test.database);
    expect(failure).toEqual({ kind: 'outbox', attempts: 0, error: expect.stringMatching(/error/i), final: false });
    polling.wake();
    expect(await ran.promise).toBe('a');
    await polling.stop();
  });

  it('runs a job at once when woken, and stops only after its current jobs', async () => {
    const started = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const slow = workerWith(async ({ userId }) => {
      started.resolve();
      await mayEnd.promise;
      done.push(userId);
    });
    slow.start();
    await add('a');
    slow.wake();
    await started.promise;
    slow.wake();
    let hasStopped = false;
    const stopped = slow.stop().then(() => {
      hasStopped = true;
    });
    for (let query = 0; query < 3; query += 1) await rows();
    expect([hasStopped, done]).toEqual([false, []]);
    mayEnd.resolve();
    await stopped;
    expect(done).toEqual(['a']);
    expect(await rows()).toMatchObject([{ outcome: 'done' }]);
  });
});
