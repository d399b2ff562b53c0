import { describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import { languages } from '../../contracts/language.ts';
import { limits } from '../../config/limits.ts';
import { loadTranslations } from '../../i18n/load-translations.ts';
import { done, succeed } from '../../lib/result.ts';
import type { TeacherDetails } from '../../services/school-zone/teachers.ts';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import { checkCreate, teacherDetailsOf, teacherProblems } from './checks.ts';
import { createTeacherSignUpController, type TeacherSignUpServices } from './controller.ts';
import { teacherSentence } from './view.tsx';

const result: AuthResult = { session: '{}', userID: 'player', playfabID: 'player', classroomCode: 'K7P-42M' };
const filled = { email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24' };

const open = (kind: FormMode['kind'] = 'first-party', mode = 'create') => {
  const createTeacher = vi.fn<TeacherSignUpServices['createTeacher']>().mockResolvedValue(succeed(result));
  const requestLink = vi.fn<TeacherSignUpServices['requestLink']>().mockResolvedValue(done);
  const requestUpdate = vi.fn<TeacherSignUpServices['requestUpdate']>().mockResolvedValue(done);
  const element = fakeElement(kind, { mode, origin: 'academy' });
  const controller = createTeacherSignUpController({ createTeacher, requestLink, requestUpdate }, element);
  const submit = async (fields: Record<string, string> = filled) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, element, createTeacher, requestLink, requestUpdate, submit };
};

it('names the form of each step', async () => {
  const { element, submit } = open('widget', 'update');
  await submit({ email: '' });
  expect(element.step).toHaveBeenLastCalledWith(expect.objectContaining({ step: 'failed', form: 'teacher-update' }));
});

it.each([
  ['widget', { partner: 'academy' }, 1],
  ['first-party', {}, 1],
  ['blocked', {}, 0],
] as const)('sends the partner’s key from its widget only: %s', async (kind, partner, calls) => {
  const { createTeacher, submit } = open(kind);
  await submit();
  const nothing = { schoolName: '', ageGroup: '', referralEmail: '' };
  const sent = [{ ...filled, ...nothing, ...partner }, 'en', expect.any(AbortSignal)];
  expect(createTeacher.mock.calls).toEqual(Array(calls).fill(sent));
});

it('creates another class when the visitor returns to the page after a success', async () => {
  const { controller, element, submit } = open('widget');
  await submit();
  controller.restored();
  expect(controller.state()).toBe(controller.initialState());
  await submit();
  expect(element.succeeded).toHaveBeenCalledTimes(2);
});

it.each(['create', 'update', 'link'] as const)('stops an incomplete form before the request: %s', async (mode) => {
  const { controller, createTeacher, requestLink, requestUpdate, submit } = open('first-party', mode);
  const failures = vi.fn();
  controller.onFailure(failures);
  await submit({ email: '' });
  expect(controller.state()).toMatchObject({ step: 'failed', task: mode, fields: { email: 'missing' }, sent: false });
  expect(failures).toHaveBeenCalledExactlyOnceWith({ code: 'REQUIRED_FIELDS' });
  for (const call of [createTeacher, requestLink, requestUpdate]) expect(call).not.toHaveBeenCalled();
});

const form: TeacherDetails = {
  email: 'teacher@school.example',
  name: 'Camille Roy',
  numStudents: '24',
  schoolName: '',
  ageGroup: '',
  referralEmail: '',
};

describe('the values that a teacher typed', () => {
  it('are read without the surrounding spaces, with an age group of the list or none', () => {
    const data = formData({ email: ' teacher@school.example ', name: 'Camille Roy', numStudents: '24' });
    for (const ageGroup of ['', '3-4']) {
      data.set('ageGroup', ageGroup);
      expect(teacherDetailsOf(data)).toEqual(form);
    }
    data.set('ageGroup', '11+');
    expect(teacherDetailsOf(data).ageGroup).toBe('11+');
  });

  it.each(['1', '35'])('are accepted with %s students', (numStudents) => {
    expect(checkCreate({ ...form, numStudents })).toBeNull();
  });

  it.each([
    [{ numStudents: '' }, 'REQUIRED_FIELDS', { numStudents: 'missing' }],
    [{ email: '', name: '' }, 'REQUIRED_FIELDS', { email: 'missing', name: 'missing' }],
    [{ email: 'bad@', numStudents: '' }, 'InvalidEmailAddress', { email: 'invalid', numStudents: 'missing' }],
    [{ email: `${'a'.repeat(250)}@b.example` }, 'InvalidEmailAddress', { email: 'invalid' }],
    [{ referralEmail: 'the mother of Zoé' }, 'InvalidEmailAddress', { referralEmail: 'invalid' }],
    [{ name: 'x'.repeat(limits.lineMaximum + 1) }, 'PAYLOAD_TOO_LARGE', { name: 'long' }],
    [{ schoolName: 'x'.repeat(limits.lineMaximum + 1) }, 'PAYLOAD_TOO_LARGE', { schoolName: 'long' }],
    ...['0', '36', '-3', '2.5', '1e1', '٣'].map(
      (numStudents) => [{ numStudents }, 'INVALID_PAYLOAD', { numStudents: 'invalid' }] as const,
    ),
  ] as const)('are rejected with the field that is wrong: %o', (change, code, fields) => {
    expect(checkCreate({ ...form, ...change })).toEqual({ failure: { code }, fields, sent: false });
  });
});

describe.each(languages)('the catalogue of a teacher, in %s', async (language) => {
  const t = await loadTranslations('teacher-sign-up', language);
  const sentence = (code: ErrorCode, inWidget = false) => teacherSentence(t, { code }, inWidget);

  it('has a message for each code, another one on a partner’s page for a taken email, and the generic one for the rest', () => {
    const generic = t('errors.GENERIC_ERROR');
    const codes = [...teacherProblems.keys()];
    expect(new Set([generic, ...codes.map((code) => sentence(code))]).size).toBe(codes.length + 1);
    for (const code of ['GENERIC_ERROR', 'LINK_EXPIRED'] as const) expect(sentence(code)).toBe(generic);
    const others = codes.filter((code) => sentence(code, true) !== sentence(code));
    expect(others).toEqual(['TEACHER_ALREADY_EXISTS']);
  });
});

it('shows a teacher the messages of the specification, and the time to wait', async () => {
  const t = await loadTranslations('teacher-sign-up', 'en');
  const sentence = (code: ErrorCode, more = {}) => teacherSentence(t, { code, ...more }, false);
  expect(sentence('INVALID_PAYLOAD')).toBe('Please verify that your email and number of students are valid.');
  expect(sentence('TEACHER_ALREADY_EXISTS')).toBe('This email is taken. If it’s yours, use the Update Classroom form.');
  expect(sentence('TOO_MANY_REQUESTS', { retryAfter: 120 })).toContain('2 minutes');
});
