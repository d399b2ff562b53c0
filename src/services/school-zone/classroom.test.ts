import { describe, expect, it } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createHttp } from '../http/http.ts';
import { createClassroomsClient, studentsProgress } from './classroom.ts';

const tally = (levelStatus: string, concept = 'halves') =>
  studentsProgress([{ studentCode: '017', levelStatus, lastPlayedAt: null, lastPackage: null, completed: {} }])[0]
    ?.packages.get('fractions')
    ?.get(concept);

describe('the progress of a student', () => {
  it('is what the server counted', () => {
    expect(tally('{"fractions":{"halves":"2/8","thirds":"0/6"}}')).toEqual({ done: 2, total: 8 });
  });

  it.each([
    ['not JSON'],
    ['null'],
    ['{"fractions":null}'],
    ['{"fractions":{"halves":8}}'],
    ['{"fractions":{"halves":"2/x"}}'],
  ])('reads a damaged status as no progress: %s', (levelStatus) => {
    expect(tally(levelStatus)).toBe(undefined);
  });

  it('ignores names of members that every object has', () => {
    const levelStatus = '{"__proto__":{"halves":"1/8"},"fractions":{"constructor":"0/4"}}';
    expect(tally(levelStatus, 'constructor')).toEqual({ done: 0, total: 4 });
  });
});

const classroomID = `${'A'.repeat(20)}-_`;
const body = {
  success: true,
  name: 'Class 3B',
  code: 'K7P-42M',
  createdAt: '2026-09-01T08:00:00.000Z',
  students: [{ studentCode: '017', levelStatus: '{}', lastPlayedAt: null, lastPackage: null, completed: {} }],
  help: [{ studentCode: '017', reason: 'behind', package: 'fractions' }],
  readAt: '2026-11-21T10:00:00.000Z',
  countedFrom: '2026-09-01T08:00:00.000Z',
};
const build = (...answers: Response[]) => {
  const urls: string[] = [];
  const known: (string | null)[] = [];
  const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
    urls.push(String(url));
    known.push(new Headers(init?.headers).get('If-None-Match'));
    return answers.shift() ?? expect.fail();
  };
  const http = createHttp({ fetch, random: () => 0 });
  return { urls, known, classrooms: createClassroomsClient(createEndpoints('https://portal.example', {}), http) };
};
const address = `https://portal.example/api/schoolzone/classrooms/${classroomID}/detailed`;

describe('reading a class', () => {
  it('requests counted levels by the id only, and returns the students’ progress, the server’s time and who may need help', async () => {
    const { urls, classrooms } = build(Response.json(body));
    const { name, code, help } = body;
    const students = [{ code: '017', lastPlayedAt: null, packages: new Map(), completed: {} }];
    expect(await classrooms.read({ classroomID })).toEqual({
      ok: true,
      value: {
        name,
        code,
        students,
        help,
        readAt: Date.UTC(2026, 10, 21, 10),
        countedFrom: Date.UTC(2026, 8, 1, 8),
        etag: undefined,
      },
    });
    expect(urls).toEqual([`${address}?levels=counted`]);
  });

  it('sends the ETag of the last reading, and returns null while nothing changed', async () => {
    const etag = 'W/"7"';
    const { known, classrooms } = build(
      Response.json(body, { headers: { ETag: etag } }),
      new Response(null, { status: 304, headers: { ETag: etag } }),
    );
    expect(await classrooms.read({ classroomID })).toMatchObject({ ok: true, value: { etag } });
    expect(await classrooms.read({ classroomID, etag, live: true })).toEqual({ ok: true, value: null });
    expect(known).toEqual([null, etag]);
  });

  it('retries while a visitor waits, but requests an update once, because the next one follows soon', async () => {
    const away = () => Response.json({}, { status: 503 });
    const waiting = build(away(), Response.json(body));
    expect(await waiting.classrooms.read({ classroomID })).toMatchObject({ ok: true });
    expect(waiting.urls).toHaveLength(2);
    const { urls, classrooms } = build(away());
    const result = await classrooms.read({ classroomID, live: true });
    expect(result).toEqual({ ok: false, failure: { code: 'SERVICE_UNAVAILABLE' } });
    expect(urls).toHaveLength(1);
  });

  it('sends nothing for a truncated id', async () => {
    const { urls, classrooms } = build();
    const failure = { code: 'CLASSROOM_DOES_NOT_EXIST' };
    expect(await classrooms.read({ classroomID: classroomID.slice(1) })).toEqual({ ok: false, failure });
    expect(urls).toEqual([]);
  });

  it.each([
    ['a time that is none', { readAt: 'yesterday' }],
    ['an unknown reason', { help: [{ studentCode: '017', reason: 'tired', package: null }] }],
    ['no students', { students: null }],
    [
      'weeks that are no numbers',
      { students: [{ ...body.students[0], completed: { fractions: { halves: { 0: 'two' } } } }] },
    ],
  ])('rejects a response of another shape: %s', async (_, change) => {
    const answers = Array.from({ length: 3 }, () => Response.json({ ...body, ...change }));
    expect(await build(...answers).classrooms.read({ classroomID })).toMatchObject({
      failure: { code: 'SERVICE_UNAVAILABLE' },
    });
  });
});
