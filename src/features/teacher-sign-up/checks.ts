import { limits } from '../../config/limits.ts';
import type { ErrorCode } from '../../contracts/error-codes.ts';
import type { TeacherFormMode } from '../../contracts/tags.ts';
import {
  isAgeGroup,
  studentsMaximum,
  studentsMinimum,
  type UpdateClassroomBody,
} from '../../contracts/calls/school-zone.ts';
import { checkFailed, emailIssue, type FormError, formEmail, formText } from '../shared/form-error.ts';
import type { TeacherDetails } from '../../services/school-zone/teachers.ts';

/** The fields that a teacher can send (product-spec.md#5-validation-rules and #8-error-catalogue), and their checks. */
export type TeacherField = keyof TeacherDetails;

export const teacherDetailsOf = (data: FormData): TeacherDetails => {
  const typed = (name: TeacherField) => formText(data, name).trim();
  const ageGroup = typed('ageGroup');
  return {
    email: formEmail(data),
    name: typed('name'),
    numStudents: typed('numStudents'),
    schoolName: typed('schoolName'),
    ageGroup: isAgeGroup(ageGroup) ? ageGroup : '',
    referralEmail: formEmail(data, 'referralEmail'),
  };
};

export const updateFormOf = (data: FormData): UpdateClassroomBody => ({
  email: formEmail(data),
  numStudents: formText(data, 'numStudents').trim(),
  reinitialize: data.has('reinitialize') ? 'true' : 'false',
});

/** Returns whether a classroom can be created (product-spec.md#4-states-and-transitions). */
export const mayCreate = ({ email, name }: TeacherDetails): boolean => email !== '' && name !== '';

const teacherEmailIssue = (email: string) =>
  emailIssue(email) ?? (email.length > limits.emailMaximum ? 'invalid' : undefined);

const studentsIssue = (numStudents: string) => {
  if (numStudents === '') return 'missing';
  const count = /^\d{1,2}$/.test(numStudents) ? Number(numStudents) : 0;
  return count >= studentsMinimum && count <= studentsMaximum ? undefined : 'invalid';
};

const lengthIssue = (text: string) => (text.length > limits.lineMaximum ? 'long' : undefined);

type Fields = FormError<TeacherField>['fields'];

/** Returns the form error, or null when all values are valid. The alert has one message; each field has its own. */
const problemOf = (fields: Fields): FormError<TeacherField> | null => {
  // A typed email counts as present, even if it is invalid.
  if (fields.email === 'invalid') return checkFailed('InvalidEmailAddress', fields);
  if (Object.values(fields).includes('missing')) return checkFailed('REQUIRED_FIELDS', fields);
  if (fields.numStudents === 'invalid') return checkFailed('INVALID_PAYLOAD', fields);
  if (fields.referralEmail === 'invalid') return checkFailed('InvalidEmailAddress', fields);
  return Object.values(fields).includes('long') ? checkFailed('PAYLOAD_TOO_LARGE', fields) : null;
};

export const checkCreate = (form: TeacherDetails): FormError<TeacherField> | null =>
  problemOf({
    email: teacherEmailIssue(form.email),
    name: form.name === '' ? 'missing' : lengthIssue(form.name),
    numStudents: studentsIssue(form.numStudents),
    schoolName: lengthIssue(form.schoolName),
    referralEmail: form.referralEmail === '' ? undefined : teacherEmailIssue(form.referralEmail),
  });

export const checkUpdate = ({ email, numStudents }: UpdateClassroomBody): FormError<TeacherField> | null =>
  problemOf({ email: teacherEmailIssue(email), numStudents: studentsIssue(numStudents) });

export const checkLink = (email: string): FormError<TeacherField> | null =>
  problemOf({ email: teacherEmailIssue(email) });

const refused = { email: 'refused' } as const;

/** The fields that an error code of the server concerns, and the forms that help. */
type TeacherProblem = { fields: Fields; helps: readonly TeacherFormMode[] };

/** The teacher's own catalogue (product-spec.md#8-error-catalogue). */
export const teacherProblems: ReadonlyMap<ErrorCode, TeacherProblem> = new Map<ErrorCode, TeacherProblem>([
  ['INVALID_PAYLOAD', { fields: { ...refused, numStudents: 'refused' }, helps: [] }],
  ['TEACHER_ALREADY_EXISTS', { fields: { email: 'taken' }, helps: ['update', 'link'] }],
  ['TEACHER_DOES_NOT_EXIST', { fields: refused, helps: ['create'] }],
  ['CLASSROOM_DOES_NOT_EXIST', { fields: refused, helps: ['create'] }],
  ['INVALID_CLASSROOM', { fields: refused, helps: ['create'] }],
]);
