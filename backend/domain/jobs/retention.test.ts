import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertClassroom, type TestClassroom, createGameCalls, firstLevel } from '../../testing/school-calls.ts';
import { storeSubscriptionsRepository } from '../../store/billing.repository.ts';
import { createTestApi, createPayer } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { keepRetention, retention } from './retention.ts';
import { addLink } from '../school-zone/links.ts';
import { day, hour } from '../../../src/lib/time.ts';

describe('retention', async () => {
  const api = await closeAfterAll(createTestApi());

  const keep = () => keepRetention(api.database, api.clock);

  it('deletes every row after the time in the table', async () => {
    await (await createPayer(api)).openPage();
    const event = { type: 'sign_in', timestamp: api.clock.now().toISOString(), data: '{}' } as const;
    await api.portal.analytics.log(event, { ip: '203.0.113.9', mayBeForwarded: false, userAgent: '' });
    api.clock.advance(7 * day);
    expect(await keep()).toMatchObject({ checkouts: 0 });
    api.clock.advance(1);
    expect(await keep()).toMatchObject({ checkouts: 1 });
    api.clock.advance(30 * day - 1);
    expect(await keep()).toMatchObject({ sessions: 0, analytics_events: 0 });
    api.clock.advance(1);
    expect(await keep()).toMatchObject({ sessions: 1, analytics_events: 0 });
    api.clock.advance(53 * day);
    expect(await keep()).toMatchObject({ analytics_events: 1, rate_limits: 0 });
  });

  const newClass = (): Promise<TestClassroom> => insertClassroom(api.database, { createdAt: api.clock.now() });
  const playIn = async (classroom: TestClassroom): Promise<void> => {
    const answer = await createGameCalls(api.app).report(firstLevel(classroom));
    expect(answer.statusCode).toBe(200);
  };
  const rowsOf = async ({ id }: TestClassroom): Promise<Record<string, number>> => {
    const count = async (table: Exclude<keyof typeof nothing, 'classrooms'>) =>
      (await api.database.selectFrom(table).select('classroomId').where('classroomId', '=', id).execute()).length;
    const classrooms = await api.database.selectFrom('classrooms').select('id').where('id', '=', id).execute();
    return {
      classrooms: classrooms.length,
      students: await count('students'),
      progress: await count('progress'),
      first_plays: await count('first_plays'),
      classroom_links: await count('classroom_links'),
      cleared_progress: await count('cleared_progress'),
    };
  };
  const nothing = {
    classrooms: 0,
    students: 0,
    progress: 0,
    first_plays: 0,
    classroom_links: 0,
    cleared_progress: 0,
  };

  it('deletes a class in which no one played for two years, with its teacher', async () => {
    const classroom = await newClass();
    api.clock.advance(day);
    await playIn(classroom);
    api.clock.advance(730 * day);
    expect(await keep()).toMatchObject({ teachers: 0 });
    api.clock.advance(1);
    expect(await keep()).toMatchObject({ teachers: 1 });
    expect(await rowsOf(classroom)).toEqual(nothing);
  });

  it('deletes all idle classes when there are more than one statement removes', async () => {
    for (let count = 0; count < 105; count += 1) await newClass();
    api.clock.advance(731 * day);
    expect(await keep()).toMatchObject({ teachers: 105 });
  });

  it('keeps a class that still plays, and one that its teacher still changes', async () => {
    const [playing, changed] = [await newClass(), await newClass()];
    api.clock.advance(700 * day);
    await playIn(playing);
    const now = { changedAt: api.clock.now() };
    await api.database.updateTable('classrooms').set(now).where('id', '=', changed.id).execute();
    api.clock.advance(100 * day);
    expect(await keep()).toMatchObject({ teachers: 0 });
    expect([(await rowsOf(playing))['classrooms'], (await rowsOf(changed))['classrooms']]).toEqual([1, 1]);
    api.clock.advance(730 * day);
    expect(await keep()).toMatchObject({ teachers: 2 });
  });

  it('deletes cleared progress after 30 days, and keeps what was played since', async () => {
    const classroom = await newClass();
    await playIn(classroom);
    const link = { kind: 'update', numStudents: 3, reinitialize: true } as const;
    const secret = await addLink(api.database, classroom.id, link, api.clock.now());
    await api.portal.schoolZone.followLink(secret, { newLink: false }, '203.0.113.9');
    await playIn(classroom);
    api.clock.advance(30 * day);
    await keep();
    expect(await rowsOf(classroom)).toMatchObject({ progress: 2, cleared_progress: 1, classroom_links: 1 });
    api.clock.advance(1);
    await keep();
    expect(await rowsOf(classroom)).toMatchObject({
      progress: 1,
      first_plays: 1,
      cleared_progress: 0,
      classroom_links: 0,
    });
  });

  it('deletes the days of completed levels after eight weeks, and keeps the progress', async () => {
    const classroom = await newClass();
    await playIn(classroom);
    /** Returns the days of all levels after each hour of a day. */
    const daysAfterDay = async () => {
      for (let passed = 0; passed < day; passed += hour) {
        await keep();
        api.clock.advance(hour);
      }
      const rows = await api.database
        .selectFrom('progress')
        .select('levels')
        .where('classroomId', '=', classroom.id)
        .execute();
      return rows.flatMap(({ levels }) => Object.values(levels));
    };
    const today = api.clock.now().toISOString().slice(0, 10);
    api.clock.advance(55 * day);
    expect(await daysAfterDay()).toEqual([today]);
    api.clock.advance(day);
    expect(await daysAfterDay()).toEqual([null]);
    // The level was completed for the first time before.
    await playIn(classroom);
    expect(await daysAfterDay()).toEqual([null]);
  });

  it('remembers for two years after its end what a person had in an app store', async () => {
    const memberUntil = new Date(api.clock.now().getTime() + 30 * day);
    const state = { store: 'apple', status: 'active', renews: true } as const;
    const subscriptions = [{ ...state, product: 'monthly', periodEnd: memberUntil, memberUntil }];
    const stores = storeSubscriptionsRepository(api.database);
    await stores.replace({ appUserId: 'player-1', read: 1, subscriptions }, api.clock.now());
    api.clock.advance(760 * day);
    expect(await keep()).toMatchObject({ store_subscribers: 0 });
    api.clock.advance(1);
    expect(await keep()).toMatchObject({ store_subscribers: 1 });
  });

  it('lists every table, or deletes its rows with their owner or job', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name <> 'migrations'`.execute(api.database);
    const listed = retention.map(({ table }) => table);
    const others = [
      'users',
      'stripe_customers',
      'stripe_subscriptions',
      'store_subscriptions',
      'carried',
      'notices',
      'jobs',
      'classrooms',
      'students',
      'first_plays',
    ];
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...listed, ...others].toSorted());
  });

  it('keeps a rate-limit window that is still counting', async () => {
    await api.portal.limits.consume('recover', { ip: '203.0.113.1', email: 'marie@example.com' });
    expect(await keep()).toMatchObject({ rate_limits: 0 });
    api.clock.advance(day + 1);
    expect((await keep())['rate_limits']).toBe(4);
  });
});
