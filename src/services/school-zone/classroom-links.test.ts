import { beforeEach, describe, expect, it } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createHttp } from '../http/http.ts';
import { createClassroomLinks } from './classroom-links.ts';

const secret = 'A'.repeat(43);
const classroom = { classroomCode: 'K7P-42M', classroomID: 'abcdefghijklmnopqrstuv' };
const update = { kind: 'update', numStudents: 30, currentStudents: 24, reinitialize: true };
const restore = { kind: 'restore', clearedAt: '2026-11-21T10:00:00.000Z' };

let answers: Response[];
let sent: { method: string | undefined; url: string; authorization: string | null; body: unknown }[];
beforeEach(() => {
  sent = [];
});

const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
  const authorization = new Headers(init?.headers).get('Authorization');
  sent.push({ method: init?.method, url: String(url), authorization, body: init?.body });
  return answers.shift() ?? expect.fail();
};
const links = createClassroomLinks(
  createEndpoints('https://portal.example', {}),
  createHttp({ fetch, random: () => 0 }),
);

describe('a mailed link', () => {
  it.each([update, restore])('returns its change without its secret in an address: %j', async (change) => {
    answers = [Response.json({ success: true, change, classroomCode: 'K7P-42M' })];
    expect(await links.read(secret)).toEqual({ ok: true, value: { change, classroomCode: 'K7P-42M' } });
    const url = 'https://portal.example/api/schoolzone/classrooms/update';
    expect(sent).toEqual([{ method: 'GET', url, authorization: `Bearer ${secret}`, body: undefined }]);
  });

  it('reads a mailed link again after a server error, because reading does not use it up', async () => {
    const change = Response.json({ success: true, change: update, classroomCode: 'K7P-42M' });
    answers = [new Response('', { status: 503 }), change];
    expect(await links.read(secret)).toMatchObject({ ok: true });
  });

  it('applies a mailed link once', async () => {
    answers = [Response.json({ success: true, ...classroom })];
    expect(await links.apply(secret, { newLink: true })).toEqual({ ok: true, value: classroom });
    expect(sent[0]).toMatchObject({ method: 'POST', authorization: `Bearer ${secret}`, body: '{"newLink":true}' });
    answers = [new Response('', { status: 503 })];
    expect(await links.apply(secret, { newLink: false })).toMatchObject({ ok: false });
    expect(sent).toHaveLength(2);
  });

  it.each([{ kind: 'delete' }, { kind: 'update', numStudents: '30', reinitialize: true }, { kind: 'restore' }, null])(
    'rejects a change of another shape: %j',
    async (change) => {
      answers = [1, 2, 3].map(() => Response.json({ success: true, change, classroomCode: 'K7P-42M' }));
      expect(await links.read(secret)).toMatchObject({ ok: false });
    },
  );

  it('distinguishes an expired link from an unavailable server', async () => {
    answers = [Response.json({ success: false, error: 'LINK_EXPIRED' }, { status: 410 })];
    expect(await links.read(secret)).toEqual({ ok: false, failure: { code: 'LINK_EXPIRED' } });
  });
});
