import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { createOutboxWorker } from '../domain/outbox/worker.ts';
import { idleHandlers } from '../testing/idle-handlers.ts';
import { createTeacherCalls, newTeacher } from '../testing/teacher-calls.ts';
import { createTestApi, randomPlayfabId, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** Returns the statements that the runbook lists for the operator. */
const steps = (): string[] => {
  const [, block = ''] =
    /### After a restore[\s\S]*?```sql\n([\s\S]*?)```/.exec(readFileSync('docs/operators/runbook.md', 'utf8')) ?? [];
  return block
    .split(/;$/m)
    .map((step) => step.trim())
    .filter((step) => step !== '');
};

it('ends every session and link and rereads every subscription by the documented steps after a restore', async () => {
  const token = await api.client.signIn(randomPlayfabId());
  const { signUp, requestUpdate } = createTeacherCalls(api.app);
  const teacher = newTeacher();
  await signUp(teacher);
  await requestUpdate({ email: teacher.email });
  expect(steps()).toHaveLength(3);
  for (const step of steps()) await sql.raw(step).execute(api.infrastructure.database);

  let reads = 0;
  const failures: object[] = [];
  await createOutboxWorker({
    database: api.infrastructure.database,
    clock: systemClock,
    handlers: { ...idleHandlers, 'sync-all': async () => void (reads += 1) },
    onFailure: (failure) => failures.push(failure),
  }).runDue();
  expect([reads, failures, await api.client.isSignedIn(token)]).toEqual([1, [], false]);
  expect(await api.infrastructure.database.selectFrom('classroom_links').selectAll().execute()).toEqual([]);
});
