import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { day, hour } from '../src/lib/time.ts';
import { enqueue } from './domain/jobs/jobs.ts';
import { keepRetention } from './domain/jobs/retention.ts';
import { createTeacherCalls, newTeacher } from './testing/school-calls.ts';
import { createTestApi, randomPlayfabId, newToken, encodeP, type TestApi, createPayer } from './testing/test-api.ts';

const year = 365 * day;

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

/** Does what people do in a minute, with the clock as it is. @returns the statuses of the answers. */
const useEverything = async (): Promise<number[]> => {
  const token = newToken();
  const teachers = createTeacherCalls(api.app);
  const answers = [
    await api.client.bind(randomPlayfabId(), token),
    await api.client.activate(token),
    await api.client.user(token),
    await api.client.resetPassword(newToken(), 'a new password'),
    await teachers.signUp(newTeacher()),
    await api.app.inject(apiPaths.geolocation),
  ];
  await api.jobs.runDue();
  await keepRetention(api.database, api.clock);
  return answers.map(({ statusCode }) => statusCode);
};
const expected = [200, 200, 200, 410, 200, 200];

describe.each([
  ['an hour forward', hour],
  ['an hour back', -hour],
  ['a year forward', year],
  ['a year back', -year],
])('a clock that jumps %s and returns', (_jump, distance) => {
  it('causes no error and loses no account, payment, class or mail', async () => {
    const payer = await createPayer(api);
    await payer.pay();
    await payer.refresh();
    const teacher = newTeacher();
    await createTeacherCalls(api.app).signUp(teacher);
    const before = api.jobs.mails.length;

    api.clock.advance(distance);
    expect(await useEverything()).toEqual(expected);
    api.clock.advance(-distance);
    expect(await useEverything()).toEqual(expected);

    // A session that was too old by the wrong clock has ended, so the parent signs in again.
    const p = encodeP(await api.client.signIn(payer.playfabId));
    const status = await api.app.inject(`${apiPaths.subscriptionStatus}?p=${p}`);
    expect(status.json()).toMatchObject({ isSubscribed: true });
    expect(api.jobs.mails.slice(before).filter(({ to }) => to === teacher.email)).toHaveLength(1);
    const waiting = await api.database.selectFrom('jobs').select('kind').where('finishedAt', 'is', null).execute();
    expect(waiting).toEqual([]);
  });

  it('locks no one out longer than the limit itself', async () => {
    const attempt = () => api.portal.limits.consume('coupon', { ip: '192.0.2.1', person: 'a parent' });
    const isLocked = async () =>
      (await api.portal.limits.reached('coupon', { ip: '192.0.2.1', person: 'a parent' })) !== null;
    api.clock.advance(distance);
    for (let tries = 0; tries < 10; tries += 1) expect(await attempt()).toBeNull();
    expect([await isLocked(), (await attempt()) !== null]).toEqual([true, true]);
    api.clock.advance(-distance + 2 * hour);
    expect([await isLocked(), await attempt()]).toEqual([false, null]);
  });

  it('runs a job that waits for another try, and one whose worker died', async () => {
    const retried = { kind: 'delete-account', payload: { userId: 'nobody' } } as const;
    api.clock.advance(distance);
    const later = new Date(api.clock.now().getTime() + hour);
    await enqueue(api.database, retried, later);
    await enqueue(api.database, { ...retried, key: 'leased' });
    await api.database.updateTable('jobs').set({ leasedUntil: later }).where('key', '=', 'leased').execute();
    api.clock.advance(-distance + 2 * hour);
    await api.jobs.runDue();
    const waiting = await api.database.selectFrom('jobs').select('id').where('finishedAt', 'is', null).execute();
    expect(waiting).toEqual([]);
  });
});
