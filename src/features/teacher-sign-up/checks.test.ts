import { describe, expect, it } from 'vitest';
import { teacherTextMaximum } from '../../contracts/school-zone.ts';
import type { TeacherDetails } from '../../services/school-zone/teachers.ts';
import { checkCreate, checkUpdate, mayCreate, teacherFieldsOf, teacherDetailsOf, updateFormOf } from './checks.ts';

const form: TeacherDetails = {
  email: 'teacher@school.example',
  name: 'Camille Roy',
  numStudents: '24',
  schoolName: '',
  ageGroup: '',
  referralEmail: '',
};
const update = { email: form.email, numStudents: '24', reinitialize: 'false' } as const;

const dataOf = (fields: Record<string, string>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

describe('the values that a teacher typed', () => {
  it('reads values without the surrounding spaces, and missing ones as empty', () => {
    const data = dataOf({ email: ' teacher@school.example ', name: 'Camille Roy', numStudents: '24', ageGroup: '' });
    expect(teacherDetailsOf(data)).toEqual(form);
  });

  it('reads an age group of the list, or none', () => {
    expect(teacherDetailsOf(dataOf({ ageGroup: '11+' })).ageGroup).toBe('11+');
    expect(teacherDetailsOf(dataOf({ ageGroup: '3-4' })).ageGroup).toBe('');
  });

  it('reads whether to start again', () => {
    const data = dataOf({ email: form.email, numStudents: '24' });
    expect(updateFormOf(data)).toEqual(update);
    data.set('reinitialize', 'on');
    expect(updateFormOf(data).reinitialize).toBe('true');
  });
});

describe('creating a classroom', () => {
  it.each([
    [{}, true],
    [{ numStudents: '' }, true],
    [{ email: '' }, false],
    [{ name: '' }, false],
  ])('enables the button once email and name are filled: %o', (change, may) => {
    expect(mayCreate({ ...form, ...change })).toBe(may);
  });

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
