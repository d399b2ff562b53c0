import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { onPostgres } from '../db/database.ts';
import { socketFaults, startBrokenServer } from '../testing/servers.ts';
import { createTestApi } from '../testing/test-api.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { databaseAnswers } from './health.ts';

const open = async (isReady: () => Promise<boolean>, isStopping = () => false) => {
  const { app, close } = await createTestApi({ monitoring: { isReady, isStopping } });
  onTestFinished(close);
  return app;
};

describe('/readyz and /healthz', () => {
  it('answers 503 on /healthz while the process stops, so that a proxy uses another one', async () => {
    const app = await open(
      async () => false,
      () => true,
    );
    expect((await app.inject('/healthz')).statusCode).toBe(503);
  });

  it('asks the database at most once a second, however many clients call /readyz', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const isReady = vi.fn(async () => true);
    const app = await open(isReady);
    await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')));
    expect(isReady).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    await app.inject('/readyz');
    expect(isReady).toHaveBeenCalledTimes(2);
  });

  it.each(socketFaults)('answers 503 on /readyz and 200 on /healthz without a database (%s)', async (fault) => {
    const server = await startBrokenServer(fault);
    onTestFinished(server.close);
    const database = onPostgres(`postgres://portal@127.0.0.1:${server.port}/portal`, () => undefined);
    onTestFinished(() => database.destroy());
    const app = await open(() => databaseAnswers(database));
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.headers['retry-after'], ready.json()]).toEqual([
      503,
      '5',
      { success: false, error: 'SERVICE_UNAVAILABLE' },
    ]);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  it('answers 503 on /readyz while the database accepts no writes', async () => {
    const { database, close } = await createTestDatabase();
    onTestFinished(close);
    const app = await open(() =>
      database.transaction().execute(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        return databaseAnswers(trx);
      }),
    );
    expect((await app.inject('/readyz')).statusCode).toBe(503);
  });
});

describe('a portal with more calls than its database can serve in time', () => {
  it('refuses calls at once, and says when to try again; /healthz is served', async () => {
    const { app, close } = await createTestApi({ monitoring: { isReady: async () => true, isOverloaded: () => true } });
    onTestFinished(close);
    const refused = await app.inject('/api/schoolzone/classrooms/none/detailed');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      503,
      '5',
      { success: false, error: 'SERVICE_UNAVAILABLE' },
    ]);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });
});
