import { describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { languages } from '../../contracts/language.ts';
import { teacherTextMaximum } from '../../contracts/calls/school-zone.ts';
import { loadTranslations } from '../../i18n/load-translations.ts';
import { done, succeed } from '../../lib/result.ts';
import type { TeacherDetails } from '../../services/school-zone/teachers.ts';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import { checkCreate, checkUpdate, teacherDetailsOf, teacherFieldsOf, updateFormOf } from './checks.ts';
import { createTeacherSignUpController, type TeacherSignUpServices } from './controller.ts';
import { suggestedForms, teacherProblems, teacherSentence } from './view.tsx';

const result: AuthResult = { session: '{}', userID: 'player', playfabID: 'player', classroomCode: 'K7P-42M' };
const filled = { email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24' };

const open = (kind: FormMode['kind'] = 'first-party', mode = 'create') => {
  const createTeacher = vi.fn<TeacherSignUpServices['createTeacher']>().mockResolvedValue(succeed(result));
  const requestLink = vi.fn<TeacherSignUpServices['requestLink']>().mockResolvedValue(done);
  const requestUpdate = vi.fn<TeacherSignUpServices['requestUpdate']>().mockResolvedValue(done);
  const element = fakeElement(kind, { mode });
  const controller = createTeacherSignUpController({ createTeacher, requestLink, requestUpdate }, element);
  const submit = async (fields: Record<string, string> = filled) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, element, createTeacher, requestLink, requestUpdate, submit };
};

describe('the controller of the teacher’s forms, without a DOM', () => {
  it('names the form of each step', async () => {
    const { element, submit } = open('widget', 'update');
    await submit({ email: '' });
    expect(element.step).toHaveBeenLastCalledWith(expect.objectContaining({ step: 'failed', form: 'teacher-update' }));
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

  it('ignores a submit during a request, even an incomplete one', async () => {
    const { controller, createTeacher, submit } = open();
    createTeacher.mockReturnValue(new Promise(() => {}));
    controller.submit(formData(filled));
    controller.submit(formData({ email: '' }));
    expect(controller.state()).toEqual({ step: 'submitting' });
    controller.abort();
    createTeacher.mockResolvedValue(succeed(result));
    await submit();
    await submit({ email: '' });
    expect(controller.state()).toEqual({ step: 'classroom-ready' });
  });

  it('keeps what it shows when the same form is requested again', async () => {
    const { controller, element, submit } = open();
    await submit({ email: '' });
    controller.showForm('create');
    expect(controller.state()).toMatchObject({ step: 'failed' });
    controller.showForm('link');
    expect(element.attributes['mode']).toBe('link');
    expect(controller.state()).toEqual({ step: 'editing', takesFocus: false });
  });
});

const form: TeacherDetails = {
  email: 'teacher@school.example',
  name: 'Camille Roy',
  numStudents: '24',
  schoolName: '',
  ageGroup: '',
  referralEmail: '',
};
const update = { email: form.email, numStudents: '24', reinitialize: 'false' } as const;

describe('the values that a teacher typed', () => {
  it('reads values without the surrounding spaces, and missing ones as empty', () => {
    const data = formData({ email: ' teacher@school.example ', name: 'Camille Roy', numStudents: '24', ageGroup: '' });
    expect(teacherDetailsOf(data)).toEqual(form);
  });

  it('reads an age group of the list, or none', () => {
    expect(teacherDetailsOf(formData({ ageGroup: '11+' })).ageGroup).toBe('11+');
    expect(teacherDetailsOf(formData({ ageGroup: '3-4' })).ageGroup).toBe('');
  });

  it('reads whether to start again', () => {
    const data = formData({ email: form.email, numStudents: '24' });
    expect(updateFormOf(data)).toEqual(update);
    data.set('reinitialize', 'on');
    expect(updateFormOf(data).reinitialize).toBe('true');
  });
});

describe('creating a classroom', () => {
  it('accepts empty and filled optional fields', () => {
    expect(checkCreate(form)).toBeNull();
    const filled: TeacherDetails = { ...form, schoolName: 'École', ageGroup: '8-9', referralEmail: 'a@home.example' };
    expect(checkCreate(filled)).toBeNull();
  });

  it.each([
    [{ numStudents: '' }, 'REQUIRED_FIELDS', { numStudents: 'missing' }],
    [{ email: '', name: '' }, 'REQUIRED_FIELDS', { email: 'missing', name: 'missing' }],
    [{ email: 'bad@', numStudents: '' }, 'InvalidEmailAddress', { email: 'invalid', numStudents: 'missing' }],
    [{ email: 'teacher@school..example' }, 'InvalidEmailAddress', { email: 'invalid' }],
    [{ email: `${'a'.repeat(250)}@b.example` }, 'InvalidEmailAddress', { email: 'invalid' }],
    [{ referralEmail: 'the mother of Zoé' }, 'InvalidEmailAddress', { referralEmail: 'invalid' }],
    [{ name: 'x'.repeat(teacherTextMaximum + 1) }, 'PAYLOAD_TOO_LARGE', { name: 'long' }],
    [{ schoolName: 'x'.repeat(teacherTextMaximum + 1) }, 'PAYLOAD_TOO_LARGE', { schoolName: 'long' }],
  ])('rejects a new classroom with the field that is wrong: %o', (change, code, fields) => {
    expect(checkCreate({ ...form, ...change })).toEqual({ failure: { code }, fields, sent: false });
  });
});

describe('the number of students', () => {
  it.each(['1', '35'])('accepts %s students', (numStudents) => {
    expect(checkCreate({ ...form, numStudents })).toBeNull();
    expect(checkUpdate({ ...update, numStudents })).toBeNull();
  });

  it.each(['0', '36', '-3', '2.5', '1e1', '٣'])('rejects %s students', (numStudents) => {
    const problem = { failure: { code: 'INVALID_PAYLOAD' }, fields: { numStudents: 'invalid' }, sent: false };
    expect(checkCreate({ ...form, numStudents })).toEqual(problem);
    expect(checkUpdate({ ...update, numStudents })).toEqual(problem);
  });
});

describe('changing a classroom', () => {
  it('requires an email and a number', () => {
    expect(checkUpdate({ ...update, email: '', numStudents: '' })?.fields).toEqual({
      email: 'missing',
      numStudents: 'missing',
    });
    expect(checkUpdate({ ...update, email: 'school.example' })?.failure.code).toBe('InvalidEmailAddress');
  });
});

describe('a response of the server to a teacher', () => {
  it.each([
    ['TEACHER_ALREADY_EXISTS', { email: 'taken' }],
    ['TEACHER_DOES_NOT_EXIST', { email: 'refused' }],
    ['INVALID_PAYLOAD', { email: 'refused', numStudents: 'refused' }],
    ['TIMEOUT', {}],
  ] as const)('assigns %s to %j', (code, fields) => {
    expect(teacherFieldsOf(code)).toEqual(fields);
  });
});

const english = await loadTranslations('teacher-sign-up', 'en');

describe.each(languages)('the catalogue of a teacher, in %s', async (language) => {
  const t = await loadTranslations('teacher-sign-up', language);

  it.each(teacherProblems)('shows a teacher a separate message for %s', (code) => {
    const sentence = teacherSentence(t, { code }, false);
    const others = [...teacherProblems, 'GENERIC_ERROR' as const].filter((other) => other !== code);
    expect(others.map((other) => teacherSentence(t, { code: other }, false))).not.toContain(sentence);
  });

  it('uses the generic message for an empty, an unknown and a missing code', () => {
    const generic = t('errors.GENERIC_ERROR');
    for (const code of ['GENERIC_ERROR', 'LINK_EXPIRED', 'STUDENT_DOES_NOT_EXIST'] as const) {
      expect(teacherSentence(t, { code }, false)).toBe(generic);
    }
  });

  it('changes only the message of a taken email on a partner’s page', () => {
    for (const code of teacherProblems) {
      const differs = teacherSentence(t, { code }, true) !== teacherSentence(t, { code }, false);
      expect(differs, code).toBe(code === 'TEACHER_ALREADY_EXISTS');
    }
  });
});

describe('the messages for a teacher', () => {
  it('shows the messages of the specification', () => {
    const sentence = (code: (typeof teacherProblems)[number]) => teacherSentence(english, { code }, false);
    expect(sentence('INVALID_PAYLOAD')).toBe('Please verify that your email and number of students are valid.');
    expect(sentence('TEACHER_ALREADY_EXISTS')).toBe(
      'This email is taken. If it’s yours, use the Update Classroom form.',
    );
    expect(sentence('GENERIC_ERROR')).toBe('Our servers encountered an error.');
  });

  it('mentions the time to wait', () => {
    expect(teacherSentence(english, { code: 'TOO_MANY_REQUESTS', retryAfter: 120 }, true)).toContain('2 minutes');
  });

  it('suggests the form that a message names', () => {
    expect(suggestedForms({ code: 'TEACHER_ALREADY_EXISTS' }, false)).toEqual(['update', 'link']);
    expect(suggestedForms({ code: 'TEACHER_ALREADY_EXISTS' }, true)).toEqual([]);
    expect(suggestedForms({ code: 'INVALID_CLASSROOM' }, true)).toEqual(['create']);
    expect(suggestedForms({ code: 'TIMEOUT' }, false)).toEqual([]);
  });
});
