import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { done, fail, type Result, succeed } from '../../lib/result.ts';
import { createTeacherBody, signInResponse, slow } from '../testing/builders.ts';
import { createCreateTeacher, type CreateTeacherServices, type TeacherDetails } from './teachers.ts';

const classroom = { classroomCode: 'K7P-42M', classroomID: 'abcdefghijklmnopqrstuv' };
const { teacherAuthID: _id, teacherPlayfabID: _player, ...form } = createTeacherBody();
const other: TeacherDetails = { ...form, email: 'other@school.example' };
const player = signInResponse();

type Create = CreateTeacherServices['teachers']['create'];

/** Creates services that accept everything and record their calls. */
const servicesOf = (changes: Partial<CreateTeacherServices['identity']> = {}) => {
  const steps: string[] = [];
  const ids: string[] = [];
  const note = <T>(step: string, id: string, result: Result<T>) => {
    steps.push(step);
    ids.push(id);
    return Promise.resolve(result);
  };
  const create = vi.fn<Create>((body) => note('teacher', body.teacherAuthID, succeed(classroom)));
  const createTeacher = createCreateTeacher({
    identity: {
      loginWithCustomId: (id) => note('login', id, succeed(player)),
      linkCustomId: (_, id) => note('custom id', id, done),
      linkIosDeviceId: (_, id) => note('device id', id, done),
      ...changes,
    },
    teachers: { create },
  });
  return { createTeacher, create, steps, ids };
};

afterEach(() => vi.restoreAllMocks());

describe('the sign-up of a teacher', () => {
  it('creates an anonymous account, two links with the same id, and then the class', async () => {
    const { createTeacher, create, steps, ids } = servicesOf();
    expect(await createTeacher(form, 'fr')).toEqual({
      ok: true,
      value: {
        session: JSON.stringify({ ...player, email: form.email }),
        userID: player.data.PlayFabId,
        playfabID: player.data.PlayFabId,
        ...classroom,
      },
    });
    expect(steps).toEqual(['login', 'custom id', 'device id', 'teacher']);
    expect(new Set(ids).size).toBe(1);
    const [teacherAuthID] = ids;
    const body = { ...form, teacherAuthID, teacherPlayfabID: player.data.PlayFabId };
    expect(create).toHaveBeenCalledExactlyOnceWith(body, 'fr', expect.any(AbortSignal));
  });

  it('creates unique and unrelated ids', async () => {
    const { createTeacher, ids } = servicesOf();
    for (let run = 0; run < 100; run += 1) await createTeacher(form, 'en');
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) {
      expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(id).not.toContain(player.data.PlayFabId);
    }
  });

  it('reports why there is no account, and makes no further call', async () => {
    const { createTeacher, steps } = servicesOf({ loginWithCustomId: async () => fail('GENERIC_ERROR') });
    expect(await createTeacher(form, 'en')).toEqual({ ok: false, failure: { code: 'GENERIC_ERROR' } });
    expect(steps).toEqual([]);
  });

  it('waits for no link, and only logs a failed link, without the id', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { createTeacher } = servicesOf({
      linkCustomId: () => new Promise(() => {}),
      linkIosDeviceId: async () => fail('SERVICE_UNAVAILABLE'),
    });
    expect(await createTeacher(form, 'en')).toMatchObject({ ok: true });
    expect(warn.mock.calls.flat()).toEqual(["The teacher's id was not linked: SERVICE_UNAVAILABLE"]);
  });
});

describe('a teacher who submits again', () => {
  const otherCase: TeacherDetails = { ...form, email: 'Teacher@School.example' };

  it.each([
    ['the same id after a lost response, even with different letter case in the email', fail('TIMEOUT'), otherCase, 1],
    ['another id for another email', fail('TIMEOUT'), other, 2],
    ['another id once the class exists', succeed(classroom), form, 2],
  ])('sends %s', async (_, first, second, ids) => {
    const { createTeacher, create } = servicesOf();
    create.mockResolvedValueOnce(first);
    await createTeacher(form, 'en');
    await createTeacher(second, 'en');
    expect(new Set(create.mock.calls.map(([body]) => body.teacherAuthID)).size).toBe(ids);
  });
});

describe('the complete sign-up of a teacher', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => void vi.useRealTimers();
  });

  it('ends within 15 s, even if every call is slow', async () => {
    const { createTeacher, create } = servicesOf({ loginWithCustomId: (_, signal) => slow(succeed(player), signal) });
    create.mockImplementation((_, __, signal) => slow(succeed(classroom), signal));
    const pending = createTeacher(form, 'en');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await Promise.race([pending, 'still waiting'])).toEqual({ ok: false, failure: { code: 'TIMEOUT' } });
  });
});
