import type { ApiSuccess } from './api.ts';
import type { SignedResult } from './id-token.ts';

/**
 * School Zone's calls and codes (product-spec.md#3-entities-and-their-fields, #7-calls-made and #8-error-catalogue;
 * decisions.md#6-flows and #7-embedded-server). They are in a separate file, because the forms for parents do not need
 * them.
 */
export const schoolZonePaths = {
  teachers: '/api/schoolzone/teachers',
  classrooms: '/api/schoolzone/classrooms',
  /** POST mails the teacher the link of the class. */
  classroomLink: '/api/schoolzone/classrooms/link',
  /** The change of a mailed link: GET returns it, POST applies it. */
  classroomUpdate: '/api/schoolzone/classrooms/update',
  /** `:id` is a classroomID. */
  classroomDetailed: '/api/schoolzone/classrooms/:id/detailed',
  progress: '/api/schoolzone/progress',
} as const;

/**
 * A classroomID: 16 random bytes as base64url without padding. Everybody who has it can see the class
 * (decisions.md#8-privacy-and-consent).
 */
export const classroomIdPattern = /^[A-Za-z0-9_-]{22}$/;
/** A classroomCode in its stored and displayed form: `K7P-42M`. The dash and capitals do not matter in user input. */
export const classroomCodePattern = /^[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{3}$/;
export const classroomDetailedPath = (classroomID: string): string =>
  schoolZonePaths.classroomDetailed.replace(':id', encodeURIComponent(classroomID));

export const studentsMinimum = 1;
export const studentsMaximum = 35;
/** The maximum length in UTF-16 units. */
export const teacherTextMaximum = 120;

export const ageGroups = ['4-5', '5-6', '6-7', '7-8', '8-9', '9-10', '11+'] as const;
export type AgeGroup = (typeof ageGroups)[number];
export const isAgeGroup = (value: unknown): value is AgeGroup => ageGroups.some((group) => group === value);

/**
 * Codes that only School Zone returns; the others are in `error-codes.ts`. The first four are from
 * product-spec.md#8-error-catalogue.
 */
export const schoolZoneErrorCodes = [
  'TEACHER_ALREADY_EXISTS',
  'TEACHER_DOES_NOT_EXIST',
  'CLASSROOM_DOES_NOT_EXIST',
  'INVALID_CLASSROOM',
  /** More students have progress than the requested class size. */
  'STUDENTS_HAVE_PROGRESS',
  /** The remaining codes are for the game's developers: they name the mistake in a progress report. */
  'STUDENT_DOES_NOT_EXIST',
  'PACKAGE_DOES_NOT_EXIST',
  'CONCEPT_DOES_NOT_EXIST',
  'LEVEL_DOES_NOT_EXIST',
] as const;
export type SchoolZoneErrorCode = (typeof schoolZoneErrorCodes)[number];
export const isSchoolZoneErrorCode = (value: unknown): value is SchoolZoneErrorCode =>
  schoolZoneErrorCodes.some((code) => code === value);

/**
 * `POST {schoolzone-api}/teachers?lang=`, form-encoded; optional fields may be empty or absent. `teacherAuthID` is the
 * idempotency key (decisions.md#6-flows): repeating it with the same email returns the same class.
 */
export type CreateTeacherBody = {
  email: string;
  name: string;
  /** 1 to 35, in digits. */
  numStudents: string;
  schoolName: string;
  ageGroup: AgeGroup | '';
  referralEmail: string;
  /** 43 base64url characters. It is also the custom id of the teacher's PlayFab account, and therefore a secret. */
  teacherAuthID: string;
  teacherPlayfabID: string;
  /** The key of the partner's page, which the result is signed for. It needs `ticket`. */
  partner?: string;
  /** The PlayFab session ticket of `teacherPlayfabID`. */
  ticket?: string;
};
export type ClassroomIds = { classroomCode: string; classroomID: string };
export type ClassroomAnswer = ApiSuccess<ClassroomIds & SignedResult>;

/** `PUT {schoolzone-api}/classrooms?lang=`, form-encoded. Changes nothing: mails the teacher a link, valid 24 hours. */
export type UpdateClassroomBody = { email: string; numStudents: string; reinitialize: 'true' | 'false' };

/**
 * `POST {schoolzone-api}/classrooms/link?lang=`, form-encoded: mails the class's link to its teacher. The response is
 * the same for an address without a class.
 */
export type RequestLinkBody = { email: string };

/**
 * The change that a mailed link makes. `restore` restores what an update cleared, for 30 days. `clearedAt` is ISO 8601.
 */
export type ClassroomChange =
  /** `currentStudents`: the number of students before the change. */
  | { kind: 'update'; numStudents: number; currentStudents: number; reinitialize: boolean }
  | { kind: 'restore'; clearedAt: string };

/**
 * `GET {schoolzone-api}/classrooms/update` with `Authorization: Bearer <secret of the link>`. It does not use up the
 * link.
 */
export type ClassroomChangeAnswer = ApiSuccess<{ change: ClassroomChange; classroomCode: string }>;

/**
 * `POST {schoolzone-api}/classrooms/update`, JSON, same header: applies the change once. With `newLink` the classroom
 * gets another classroomID, and the old one becomes invalid. The response is a `ClassroomAnswer`.
 */
export type ApplyClassroomChangeBody = { newLink: boolean };

/** Levels of a concept that a student opened, with `completed` for those that were done. */
export type LevelPlayed = { concept: string; level: string; completed: boolean };
export type Student = {
  studentCode: string;
  /** JSON text: package -> concept -> 'done/total', as the game counts. */
  levelStatus: string;
  levelsPlayed: LevelPlayed[];
  /** ISO 8601, or null for never. This extends the spec. */
  lastPlayedAt: string | null;
  /** The package that was played last, hidden concepts excluded, or null. This extends the spec. */
  lastPackage: string | null;
};
/** A student without the list of levels, because a full class has 20,000. `levelStatus` counts each level once. */
export type CountedStudent = Omit<Student, 'levelsPlayed'>;

/** The reasons why a student may need help: long absence while others play, or far less progress than the class. */
export const helpReasons = ['absent', 'behind'] as const;
export type HelpReason = (typeof helpReasons)[number];
export type StudentHelp = {
  studentCode: string;
  reason: HelpReason;
  /** The package played last, which `behind` is about. null for a student who never played. */
  package: string | null;
};

/**
 * `GET {schoolzone-api}/classrooms/{id}/detailed`. Beyond the spec: it has `createdAt` (ISO 8601). With
 * `?levels=counted` its students are `CountedStudent`s, it adds `readAt`, the server's time (ISO 8601), and `help`: the
 * students who may need help (decisions.md#8-privacy-and-consent). Such an answer has an `ETag`; while nothing changed,
 * `If-None-Match` is answered with 304.
 */
export type ClassroomDetailedAnswer<Who = Student> = ApiSuccess<{
  name: string;
  code: string;
  createdAt: string;
  students: Who[];
  readAt?: string;
  help?: StudentHelp[];
}>;

/**
 * `POST {schoolzone-api}/progress`, JSON, `Authorization: Bearer <game key>`: one level that a student opened or
 * completed. A repeated report counts once, and a completed level stays completed.
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
  /** ISO 8601, for a game that was offline; at most 60 days ago. Default: now. */
  playedAt?: string;
};
export const levelsMaximum = 200;

/** The hidden concepts (product-spec.md#9-business-constants-and-limits). */
export const excludedConcepts = [
  'demo',
  'custom_creative_mode',
  'custom_creative_mode_walk',
  'hub',
  'parent_prompt_gameplay',
] as const;
export const isExcludedConcept = (concept: string): boolean => excludedConcepts.some((name) => name === concept);
