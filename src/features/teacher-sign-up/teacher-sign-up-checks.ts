import { limits } from '../../config/limits.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import {
  isAgeGroup,
  studentsMaximum,
  studentsMinimum,
  teacherTextMaximum,
  type UpdateClassroomBody,
} from '../../contracts/school-zone.ts';
import { looksLikeEmail } from '../../lib/email-shape.ts';
import { formText } from '../../lib/form-text.ts';
import type { TeacherForm } from '../../services/school-zone/create-teacher.ts';
import { stopped, type Problem as FormProblem } from '../shared/problem.ts';

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

type Values = Partial<TeacherForm>;

const checkFilled = (values: Values, required: readonly TeacherField[]): Problem | null => {
  const missing = required.filter((field) => (values[field] ?? '') === '');
  return missing.length > 0 ? stopped('REQUIRED_FIELDS', missing) : null;
};

const checkEmail = (values: Values, field: 'email' | 'referralEmail'): Problem | null => {
  const email = values[field] ?? '';
  if (email === '') return null;
  return looksLikeEmail(email) && email.length <= limits.emailMaximum ? null : stopped('InvalidEmailAddress', [field]);
};

const checkStudents = ({ numStudents = '' }: Values): Problem | null => {
  const count = /^\d{1,2}$/.test(numStudents) ? Number(numStudents) : 0;
  const fits = count >= studentsMinimum && count <= studentsMaximum;
  return fits ? null : stopped('INVALID_PAYLOAD', ['numStudents']);
};

const checkLength = (values: Values): Problem | null => {
  const long = (['name', 'schoolName'] as const).filter((field) => (values[field] ?? '').length > teacherTextMaximum);
  return long.length > 0 ? stopped('PAYLOAD_TOO_LARGE', long) : null;
};

/** The checks before sending, in the order of the fields; null when all is well. */
export const checkCreate = (form: TeacherForm): Problem | null =>
  checkFilled(form, ['email', 'name', 'numStudents']) ??
  checkEmail(form, 'email') ??
  checkStudents(form) ??
  checkEmail(form, 'referralEmail') ??
  checkLength(form);

export const checkUpdate = ({ email, numStudents }: UpdateClassroomBody): Problem | null =>
  checkFilled({ email, numStudents }, ['email', 'numStudents']) ??
  checkEmail({ email }, 'email') ??
  checkStudents({ numStudents });

/** Which fields an answer of the server speaks about. */
export const refused = (failure: Failure): Problem => ({ failure, fields: fieldsOf(failure.code), sent: true });

const fieldsOf = (code: ErrorCode): readonly TeacherField[] => {
  switch (code) {
    case 'TEACHER_ALREADY_EXISTS':
    case 'TEACHER_DOES_NOT_EXIST':
    case 'CLASSROOM_DOES_NOT_EXIST':
    case 'INVALID_CLASSROOM':
      return ['email'];
    case 'STUDENTS_HAVE_PROGRESS':
      return ['numStudents'];
    case 'INVALID_PAYLOAD':
      return ['email', 'numStudents'];
    default:
      return [];
  }
};
