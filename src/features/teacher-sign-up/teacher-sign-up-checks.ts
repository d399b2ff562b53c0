import { limits } from '../../config/limits.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import {
  isAgeGroup,
  studentsMaximum,
  studentsMinimum,
  teacherTextMaximum,
  type UpdateClassroomBody,
} from '../../contracts/school-zone.ts';
import { formText } from '../../lib/form-text.ts';
import type { TeacherForm } from '../../services/school-zone/create-teacher.ts';
import {
  emailIssue,
  type FieldIssue,
  type FieldIssues,
  stopped,
  type Problem as FormProblem,
} from '../shared/problem.ts';

/** What a teacher may send (spec sections 5 and 8): the fields, and what is wrong with them. */
export type TeacherField = keyof TeacherForm;

export type Problem = FormProblem<TeacherField>;

/** What the fields hold; those that are left empty are sent empty. */
export const teacherFormOf = (data: FormData): TeacherForm => {
  const typed = (name: TeacherField) => formText(data, name).trim();
  const ageGroup = typed('ageGroup');
  return {
    email: typed('email'),
    name: typed('name'),
    numStudents: typed('numStudents'),
    schoolName: typed('schoolName'),
    ageGroup: isAgeGroup(ageGroup) ? ageGroup : '',
    referralEmail: typed('referralEmail'),
  };
};

export const updateFormOf = (data: FormData): UpdateClassroomBody => ({
  email: formText(data, 'email').trim(),
  numStudents: formText(data, 'numStudents').trim(),
  reinitialize: data.has('reinitialize') ? 'true' : 'false',
});

/** Until then there is no creating a classroom (spec section 4). */
export const mayCreate = ({ email, name }: TeacherForm): boolean => email !== '' && name !== '';

const teacherEmailIssue = (email: string): FieldIssue | undefined =>
  emailIssue(email) ?? (email.length > limits.emailMaximum ? 'invalid' : undefined);

const studentsIssue = (numStudents: string): FieldIssue | undefined => {
  if (numStudents === '') return 'missing';
  const count = /^\d{1,2}$/.test(numStudents) ? Number(numStudents) : 0;
  return count >= studentsMinimum && count <= studentsMaximum ? undefined : 'invalid';
};

const lengthIssue = (text: string): FieldIssue | undefined => (text.length > teacherTextMaximum ? 'long' : undefined);

/** The alert has one sentence; each field has its own message. Null when all is well. */
const problemOf = (fields: FieldIssues<TeacherField>): Problem | null => {
  // An address that was typed is not missing, whatever else is.
  if (fields.email === 'invalid') return stopped('InvalidEmailAddress', fields);
  if (Object.values(fields).includes('missing')) return stopped('REQUIRED_FIELDS', fields);
  if (fields.numStudents === 'invalid') return stopped('INVALID_PAYLOAD', fields);
  if (fields.referralEmail === 'invalid') return stopped('InvalidEmailAddress', fields);
  return Object.values(fields).includes('long') ? stopped('PAYLOAD_TOO_LARGE', fields) : null;
};

/** The checks before sending; null when all is well. */
export const checkCreate = (form: TeacherForm): Problem | null =>
  problemOf({
    email: teacherEmailIssue(form.email),
    name: form.name === '' ? 'missing' : lengthIssue(form.name),
    numStudents: studentsIssue(form.numStudents),
    schoolName: lengthIssue(form.schoolName),
    referralEmail: form.referralEmail === '' ? undefined : teacherEmailIssue(form.referralEmail),
  });

export const checkUpdate = ({ email, numStudents }: UpdateClassroomBody): Problem | null =>
  problemOf({ email: teacherEmailIssue(email), numStudents: studentsIssue(numStudents) });

/** Which fields an answer of the server speaks about. */
export const refused = (failure: Failure): Problem => ({ failure, fields: fieldsOf(failure.code), sent: true });

const fieldsOf = (code: ErrorCode): FieldIssues<TeacherField> => {
  switch (code) {
    case 'TEACHER_ALREADY_EXISTS':
      return { email: 'taken' };
    case 'TEACHER_DOES_NOT_EXIST':
    case 'CLASSROOM_DOES_NOT_EXIST':
    case 'INVALID_CLASSROOM':
      return { email: 'refused' };
    case 'INVALID_PAYLOAD':
      return { email: 'refused', numStudents: 'refused' };
    default:
      return {};
  }
};
