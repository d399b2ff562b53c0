import { beforeEach, describe, expect, it } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { schoolZoneErrorCodes } from '../../contracts/school-zone.ts';
import { createHttp } from '../http/http.ts';
import { createTeacherBody } from '../testing/builders.ts';
import { createTeachersClient } from './teachers.ts';

const classroom = { classroomCode: 'K7P-42M', classroomID: 'abcdefghijklmnopqrstuv' };
const update = { email: 'teacher@school.example', numStudents: '30', reinitialize: 'false' } as const;

let answer: () => Response;
let sent: { method: string | undefined; url: string; form: Record<string, string> }[];
beforeEach(() => {
  sent = [];
});
const answers = (body: unknown, status = 200) => {
  answer = () => Response.json(body, { status });
};

const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
  const form = Object.fromEntries(new URLSearchParams(String(init?.body)));
  sent.push({ method: init?.method, url: String(url), form });
  return answer();
};
const teachers = createTeachersClient(
  createEndpoints('https://portal.example', {}),
  createHttp({ fetch, random: () => 0 }),
);

describe('creating a classroom', () => {
  it('sends the form, in the language of the mail that follows', async () => {
    answers({ success: true, ...classroom, more: 1 });
    expect(await teachers.create(createTeacherBody(), 'fr')).toEqual({ ok: true, value: classroom });
    expect(sent).toEqual([
      { method: 'POST', url: 'https://portal.example/api/schoolzone/teachers?lang=fr', form: createTeacherBody() },
    ]);
  });

  it.each([
    { success: true },
    { success: true, ...classroom, classroomID: '../../signin' },
    { success: true, ...classroom, classroomCode: 7 },
  ])('rejects a response of another shape: %j', async (body) => {
    answers(body);
    expect(await teachers.create(createTeacherBody(), 'en')).toMatchObject({ ok: false });
  });

  it.each([...schoolZoneErrorCodes, 'INVALID_PAYLOAD', 'GENERIC_ERROR'])(
    'reports %s when a classroom is created',
    async (code) => {
      answers({ success: false, error: code }, 409);
      expect(await teachers.create(createTeacherBody(), 'en')).toEqual({ ok: false, failure: { code } });
    },
  );
});

describe('a failure without a known code', () => {
  it.each([{}, { error: '' }, { error: 'A_CODE_OF_TOMORROW' }])('counts as a server error: %j', async (more) => {
    for (const status of [200, 400]) {
      answers({ success: false, ...more }, status);
      const failure = { code: 'GENERIC_ERROR' };
      expect(await teachers.create(createTeacherBody(), 'en')).toEqual({ ok: false, failure });
    }
  });
});

describe('requesting the link of a class', () => {
  const form = { email: 'teacher@school.example' };

  it('sends the address, in the language of the mail that follows', async () => {
    answers({ success: true });
    expect(await teachers.requestLink(form, 'fr')).toEqual({ ok: true, value: undefined });
    const url = 'https://portal.example/api/schoolzone/classrooms/link?lang=fr';
    expect(sent).toEqual([{ method: 'POST', url, form }]);
  });
});

describe('requesting a change of a classroom', () => {
  it('sends the values of the change', async () => {
    answers({ success: true });
    expect(await teachers.requestUpdate(update, 'en')).toEqual({ ok: true, value: undefined });
    const url = 'https://portal.example/api/schoolzone/classrooms?lang=en';
    expect(sent).toEqual([{ method: 'PUT', url, form: update }]);
  });

  it('repeats no request for a change after a server error, because only the newer link of two mails works', async () => {
    answers({}, 503);
    expect(await teachers.requestUpdate(update, 'en')).toMatchObject({ failure: { code: 'SERVICE_UNAVAILABLE' } });
    expect(sent).toHaveLength(1);
  });
});
