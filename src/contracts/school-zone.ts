import type { ApiSuccess } from './api.ts';

/**
 * School Zone's calls and codes (spec sections 3, 7 and 8; decisions sections 6 and 7). A file of its own: the forms for
 * parents don't carry it.
 */
export const schoolZonePaths = {
  teachers: '/api/schoolzone/teachers',
  classrooms: '/api/schoolzone/classrooms',
  /** What a mailed link asks for: GET tells, POST applies. */
  classroomUpdate: '/api/schoolzone/classrooms/update',
  /** `:id` is a classroomID. */
  classroomDetailed: '/api/schoolzone/classrooms/:id/detailed',
  progress: '/api/schoolzone/progress',
} as const;

/** A classroomID: 16 random bytes as base64url without padding. Whoever has it sees the class (decisions section 8). */
export const classroomIdPattern = /^[A-Za-z0-9_-]{22}$/;
/** A classroomCode, as it is kept, answered and shown: `K7P-42M`. Where one is typed the dash and capitals don't matter. */
export const classroomCodePattern = /^[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{3}$/;
export const classroomDetailedPath = (classroomID: string): string =>
  schoolZonePaths.classroomDetailed.replace(':id', encodeURIComponent(classroomID));

export const studentsMinimum = 1;
export const studentsMaximum = 35;
/** UTF-16 units. */
export const teacherTextMaximum = 120;

export const ageGroups = ['4-5', '5-6', '6-7', '7-8', '8-9', '9-10', '11+'] as const;
export type AgeGroup = (typeof ageGroups)[number];
export const isAgeGroup = (value: unknown): value is AgeGroup => ageGroups.some((group) => group === value);

/** Codes that only School Zone answers; the others are in `error-codes.ts`. The first four are spec section 8's. */
export const schoolZoneErrorCodes = [
  'TEACHER_ALREADY_EXISTS',
  'TEACHER_DOES_NOT_EXIST',
  'CLASSROOM_DOES_NOT_EXIST',
  'INVALID_CLASSROOM',
  /** More students have progress than the class is to have. */
  'STUDENTS_HAVE_PROGRESS',
  /** The rest is for the game's developers: what a progress report got wrong. */
  'STUDENT_DOES_NOT_EXIST',
  'PACKAGE_DOES_NOT_EXIST',
  'CONCEPT_DOES_NOT_EXIST',
  'LEVEL_DOES_NOT_EXIST',
] as const;
export type SchoolZoneErrorCode = (typeof schoolZoneErrorCodes)[number];
export const isSchoolZoneErrorCode = (value: unknown): value is SchoolZoneErrorCode =>
  schoolZoneErrorCodes.some((code) => code === value);

/**
 * `POST {schoolzone-api}/teachers?lang=`, form-encoded; what is optional may be empty or absent. `teacherAuthID` is the
 * idempotency key (decisions section 6): the same one with the same e-mail answers the same class.
 */
export type CreateTeacherBody = {
  email: string;
  name: string;
  /** 1 to 35, in digits. */
  numStudents: string;
  schoolName: string;
  ageGroup: AgeGroup | '';
  referralEmail: string;
  /** 43 base64url signs: also the custom id of the teacher's PlayFab account, so a secret. */
  teacherAuthID: string;
  teacherPlayfabID: string;
};
export type Classroom = { classroomCode: string; classroomID: string };
export type ClassroomAnswer = ApiSuccess<Classroom>;

/** `PUT {schoolzone-api}/classrooms?lang=`, form-encoded. Changes nothing: mails the teacher a link, valid 24 hours. */
export type UpdateClassroomBody = { email: string; numStudents: string; reinitialize: 'true' | 'false' };

/** What the link of a mail asks for. `restore` brings back what an update cleared, for 30 days; `clearedAt` is ISO 8601. */
export type ClassroomChange =
  /** `currentStudents`: how many there are before the change. */
  | { kind: 'update'; numStudents: number; currentStudents: number; reinitialize: boolean }
  | { kind: 'restore'; clearedAt: string };

/** `GET {schoolzone-api}/classrooms/update` with `Authorization: Bearer <secret of the link>`. Spends nothing. */
export type ClassroomChangeAnswer = ApiSuccess<{ change: ClassroomChange; classroomCode: string }>;

/**
 * `POST {schoolzone-api}/classrooms/update`, JSON, same header: applies it, once. With `newLink` the classroom gets another
 * classroomID, and the old one is gone. Answers a `ClassroomAnswer`.
 */
export type ApplyClassroomChangeBody = { newLink: boolean };

/** Levels of a concept that a student opened; `completed` once it was done. */
export type LevelPlayed = { concept: string; level: string; completed: boolean };
export type Student = {
  studentCode: string;
  /** JSON text: package -> concept -> 'done/total', as the game counts. */
  levelStatus: string;
  levelsPlayed: LevelPlayed[];
  /** ISO 8601; past the spec. null: never. */
  lastPlayedAt: string | null;
  /** The package played last, without the concepts that never show; past the spec. null: none. */
  lastPackage: string | null;
};
/** Without its levels one by one: a full class has 20,000. `levelStatus` counts each level once. */
export type CountedStudent = Omit<Student, 'levelsPlayed'>;

/**
 * `GET {schoolzone-api}/classrooms/{id}/detailed`. Past the spec: with `?levels=counted` its students are `CountedStudent`s, `createdAt` (ISO 8601), and `cursor`, which may come
 * back as `?since=`: the answer then holds only the students who played since, and says `partial`. When more than
 * progress changed meanwhile it is whole.
 */
export type ClassroomDetailedAnswer<Who = Student> = ApiSuccess<{
  name: string;
  code: string;
  createdAt: string;
  students: Who[];
  cursor: string;
  partial: boolean;
}>;

/**
 * `POST {schoolzone-api}/progress`, JSON, `Authorization: Bearer <game key>`: one level that a student opened or finished.
 * Sent twice it counts once; what was completed stays completed.
 */
export type ProgressBody = {
  classroomCode: string;
  studentCode: string;
  package: string;
  concept: string;
  level: string;
  completed: boolean;
  /** Levels of the concept, 1 to `levelsMaximum`. */
  total: number;
  /** ISO 8601, for a game that was offline; at most 60 days back. Default: now. */
  playedAt?: string;
};
export const levelsMaximum = 200;

/** Concepts that never show (spec section 9). */
export const excludedConcepts = [
  'demo',
  'custom_creative_mode',
  'custom_creative_mode_walk',
  'hub',
  'parent_prompt_gameplay',
] as const;
export const isExcludedConcept = (concept: string): boolean => excludedConcepts.some((name) => name === concept);
