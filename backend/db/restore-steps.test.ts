import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { minute } from '../../src/lib/time.ts';
import { systemClock } from '../domain/clock.ts';
import { createTestWorker } from '../testing/jobs.ts';
import { createTeacherCalls, newTeacher } from '../testing/school-calls.ts';
import { openTestApi, randomPlayfabId, createPayer } from '../testing/test-api.ts';

const api = await openTestApi();

/** Returns the statements that the guide lists for the operator. */
const steps = (): string[] => {
  const [, block = ''] =
    /## After a restore[\s\S]*?```sql\n([\s\S]*?)```/.exec(readFileSync('docs/operators/backups.md', 'utf8')) ?? [];
  return block
    .split(/;$/m)
    .map((step) => step.trim())
    .filter((step) => step !== '');
};

const followSteps = async (): Promise<void> => {
  for (const step of steps()) await sql.raw(step).execute(api.database);
};

it('ends every session and link and rereads every subscription by the documented steps after a restore', async () => {
  const token = await api.client.signIn(randomPlayfabId());
  const { signUp, requestUpdate } = createTeacherCalls(api.app);
  const teacher = newTeacher();
  await signUp(teacher);
  await requestUpdate({ email: teacher.email });
  expect(steps()).toHaveLength(3);
  await followSteps();

  let reads = 0;
  const failures: object[] = [];
  const worker = createTestWorker(
    { database: api.database, clock: systemClock },
    { 'sync-all': async () => void (reads += 1) },
    (failure) => failures.push(failure),
  );
  await worker.runDue();
  expect([reads, failures, await api.client.isSignedIn(token)]).toEqual([1, [], false]);
  expect(await api.database.selectFrom('classroom_links').selectAll().execute()).toEqual([]);
});

it('keeps tokens revoked and plans cancelled by the documented steps after a restore', async () => {
  const { database } = api;
  const payer = await createPayer(api);
  const { id } = await payer.pay();
  await payer.refresh();
  const token = await api.client.signIn(randomPlayfabId());
  const backup = await database.selectFrom('sessions').selectAll().execute();
  await api.client.signOut(token);
  expect(await api.client.isSignedIn(token)).toBe(false);
  await api.stripe.change(id, { status: 'ended' });

  // The rows of the backup: the session is valid, and the plan is not yet cancelled.
  await database.deleteFrom('sessions').execute();
  await database.insertInto('sessions').values(backup).execute();
  expect(await api.client.isSignedIn(token)).toBe(true);
  expect((await api.portal.billing.answer(payer.userId)).isSubscribed).toBe(true);

  api.clock.advance(minute);
  await followSteps();
  await api.jobs.runDue();
  expect(await api.portal.billing.answer(payer.userId)).toMatchObject({
    isSubscribed: false,
    subscription: { status: 'ended' },
  });
  expect(await api.client.isSignedIn(token)).toBe(false);
});
