import {
  closed,
  either,
  flag,
  type Guarded,
  integer,
  list,
  literal,
  matching,
  moment,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
  textOf,
} from '../shapes.ts';
import { type ErrorCode, isErrorCode } from '../error-codes.ts';
import { isSchoolZoneErrorCode } from '../school-zone-codes.ts';
import { tokenPattern } from '../session.ts';
import { instantPattern } from '../moments.ts';
import { type BodyOf, call, nothing } from './call.ts';
import { partnerKey, sessionTicket } from './sign-in.ts';

/** School Zone's calls and codes (product-spec.md#7-calls-made and #8-error-catalogue; decisions.md#6-flows). */
export const schoolZonePaths = {
  teachers: '/api/schoolzone/teachers',
  classrooms: '/api/schoolzone/classrooms',
  classroomLink: '/api/schoolzone/classrooms/link',
  classroomUpdate: '/api/schoolzone/classrooms/update',
  /** `:id` is a classroomID. */
  classroomDetailed: '/api/schoolzone/classrooms/:id/detailed',
  progress: '/api/schoolzone/progress',
} as const;

/** A classroomID: 16 random bytes as base64url. Who has it can see the class (decisions.md#8-privacy-and-consent). */
export const classroomIdPattern = /^[A-Za-z0-9_-]{22}$/;
/**
 * The code of a class or a student in its stored and displayed form: ours, `K7P-42M` and `013`, or an earlier system's.
 */
export const codePattern = /^(?=.{1,16}$)[0-9A-Z]+(-[0-9A-Z]+)*$/;
export const classroomDetailedPath = (classroomID: string): string =>
  schoolZonePaths.classroomDetailed.replace(':id', encodeURIComponent(classroomID));

/**
 * Returns a student's code as every page, mail, card and file writes it. The sign keeps a spreadsheet from reading 013
 * as 13.
 */
export const shownStudent = (code: string): string => `#${code}`;

export const studentsMinimum = 1;
export const studentsMaximum = 35;

export const ageGroups = ['4-5', '5-6', '6-7', '7-8', '8-9', '9-10', '11+'] as const;
export type AgeGroup = (typeof ageGroups)[number];
export const isAgeGroup = (value: unknown): value is AgeGroup => ageGroups.some((group) => group === value);

/** `lang` is the language of the mails that follow. The server ignores an unknown one. */
const mailLanguage = object({}, { lang: text });
/** In digits. The server refuses numbers outside of the limits. */
const numStudents = matching(/^\d{1,2}$/);
const ids = { classroomCode: text, classroomID: matching(classroomIdPattern) };
const classroomIds = object(ids);
export type ClassroomIds = Guarded<typeof classroomIds>;

/**
 * Registers a teacher. `teacherAuthID` is the idempotency key (decisions.md#6-flows): a repetition with the same email
 * returns the same class. Optional fields may be empty or absent.
 */
export const signUpTeacher = call({
  method: 'POST',
  path: schoolZonePaths.teachers,
  auth: 'public',
  query: mailLanguage,
  form: true,
  body: object(
    {
      email: text,
      name: text,
      numStudents,
      /** 43 base64url characters. It is also the custom id of the teacher's PlayFab account, and therefore a secret. */
      teacherAuthID: matching(tokenPattern),
      teacherPlayfabID: matching(/^[0-9A-F]{1,16}$/),
    },
    {
      schoolName: text,
      ageGroup: oneOf([...ageGroups, '']),
      referralEmail: text,
      /** It needs `ticket`. */
      partner: partnerKey,
      /** Of `teacherPlayfabID`. */
      ticket: sessionTicket,
    },
  ),
  answer: object(ids, { idToken: text, created: flag }),
  errors: ['TEACHER_ALREADY_EXISTS'],
});
export type CreateTeacherBody = BodyOf<typeof signUpTeacher> & {
  schoolName: string;
  ageGroup: AgeGroup | '';
  referralEmail: string;
};

/** Changes nothing: mails the teacher a link, valid 24 hours. Of two mails only the newer link would work. */
export const requestClassroomUpdate = call({
  method: 'PUT',
  path: schoolZonePaths.classrooms,
  auth: 'public',
  query: mailLanguage,
  form: true,
  repeatable: false,
  body: object({ email: text, numStudents, reinitialize: oneOf(['true', 'false']) }),
  answer: nothing,
  errors: ['TEACHER_DOES_NOT_EXIST', 'CLASSROOM_DOES_NOT_EXIST'],
});
export type UpdateClassroomBody = BodyOf<typeof requestClassroomUpdate>;

/** Mails the class's link to its teacher. The answer is the same for an address without a class. */
export const requestClassroomLink = call({
  method: 'POST',
  path: schoolZonePaths.classroomLink,
  auth: 'public',
  query: mailLanguage,
  form: true,
  body: object({ email: text }),
  answer: nothing,
});
export type RequestLinkBody = BodyOf<typeof requestClassroomLink>;

/** The change that a mailed link makes. `restore` restores what an update cleared, for 30 days. */
const change = either(
  object({
    kind: literal('update'),
    numStudents: number,
    /** The number of students before the change. */
    currentStudents: number,
    /** The codes of students that the class would lose. */
    removedCodes: list(text),
    reinitialize: flag,
  }),
  object({ kind: literal('restore'), clearedAt: moment }),
);
export type ClassroomChange = Guarded<typeof change>;
const requestedChange = object({ change, classroomCode: text });
export type RequestedChange = Guarded<typeof requestedChange>;

/** Returns what a mailed link, whose secret is the bearer, would change. It does not use up the link. */
export const readClassroomChange = call({
  method: 'GET',
  path: schoolZonePaths.classroomUpdate,
  auth: 'public',
  answer: requestedChange,
  errors: ['LINK_EXPIRED'],
});

/** Applies the change of a mailed link once. With `newLink` the classroom's id is replaced. */
export const applyClassroomChange = call({
  method: 'POST',
  path: schoolZonePaths.classroomUpdate,
  auth: 'public',
  body: object({ newLink: flag }),
  answer: classroomIds,
  errors: ['LINK_EXPIRED', 'STUDENTS_HAVE_PROGRESS'],
});
export type ApplyClassroomChangeBody = BodyOf<typeof applyClassroomChange>;

/** The reasons why a student may need help: long absence while others play, or far less progress than the class. */
const helpReasons = ['absent', 'behind'] as const;
export type HelpReason = (typeof helpReasons)[number];
const studentHelp = object({
  studentCode: text,
  reason: oneOf(helpReasons),
  /** The package played last, which `behind` is about. null for a student who never played. */
  package: nullable(text),
});
export type StudentHelp = Guarded<typeof studentHelp>;

/** Levels of a concept that a student opened, with `completed` for those that were done. */
const levelPlayed = object({ concept: text, level: text, completed: flag });
export type LevelPlayed = Guarded<typeof levelPlayed>;

/** The weeks in which the completion of a level counts, the current one included. */
export const weeksShown = 8;
/**
 * package -> concept -> week -> levels that were completed for the first time. Week 0 is the day (UTC) of `readAt` and
 * the six days before it. What is not here was completed earlier, or before `countedFrom`.
 */
const completedByWeek = record(record(record(number)));
export type CompletedByWeek = Guarded<typeof completedByWeek>;

const studentMembers = {
  studentCode: text,
  /** JSON text: package -> concept -> 'done/total', as the game counts. */
  levelStatus: text,
  /** ISO 8601, or null for never, and for what only an earlier system knew. This extends the spec. */
  lastPlayedAt: nullable(moment),
  /** The package that was played last, hidden concepts excluded, or null. This extends the spec. */
  lastPackage: nullable(text),
};
const student = object({ ...studentMembers, levelsPlayed: list(levelPlayed) });
/** A student without the list of levels, because a full class has 20,000. `levelStatus` counts each level once. */
const countedStudent = object({ ...studentMembers, completed: completedByWeek });
export type CountedStudent = Guarded<typeof countedStudent>;
const classMembers = { name: text, code: text, createdAt: moment };

export const classroomDetailed = object({ ...classMembers, students: list(student) });
export type ListedClassroom = Guarded<typeof classroomDetailed>;
export const countedClassroom = object({
  ...classMembers,
  students: list(countedStudent),
  /** The server's time. */
  readAt: moment,
  /** When the counting by weeks began: the class was created, imported or cleared then. */
  countedFrom: moment,
  /** The students who may need help (decisions.md#8-privacy-and-consent). */
  help: list(studentHelp),
});
export type CountedClassroom = Guarded<typeof countedClassroom>;

/** Returns a class and its progress. Only the answer with `?levels=counted` has a version. */
export const readClassroom = call({
  method: 'GET',
  path: schoolZonePaths.classroomDetailed,
  auth: 'public',
  query: object({}, { levels: literal('counted') }),
  /** The page asks for counted levels. */
  answer: countedClassroom,
  sent: either(classroomDetailed, countedClassroom),
  versioned: true,
  errors: ['CLASSROOM_DOES_NOT_EXIST'],
});

export const levelsMaximum = 200;

/**
 * One level that a student opened or completed, as the game reports it. A repetition counts once. Unknown fields are
 * refused, so that no name of a child can be stored by accident: a child is a code.
 */
export const reportProgress = call({
  method: 'POST',
  path: schoolZonePaths.progress,
  auth: 'game',
  body: closed(
    object(
      {
        classroomCode: textOf(16),
        studentCode: textOf(16),
        package: textOf(64),
        concept: textOf(64),
        level: textOf(64),
        completed: flag,
        /** Levels of the concept. */
        total: integer(1, levelsMaximum),
      },
      {
        /** For a game that was offline; at most 60 days ago. Default: now. */
        playedAt: matching(instantPattern),
      },
    ),
  ),
  answer: nothing,
  errors: [
    'PACKAGE_DOES_NOT_EXIST',
    'CONCEPT_DOES_NOT_EXIST',
    'LEVEL_DOES_NOT_EXIST',
    'CLASSROOM_DOES_NOT_EXIST',
    'STUDENT_DOES_NOT_EXIST',
    'TOO_MANY_REQUESTS',
  ],
});
export type ProgressBody = BodyOf<typeof reportProgress>;

/** The hidden concepts (product-spec.md#9-business-constants-and-limits). */
export const excludedConcepts = [
  'demo',
  'custom_creative_mode',
  'custom_creative_mode_walk',
  'hub',
  'parent_prompt_gameplay',
] as const;
export const isExcludedConcept = (concept: string): boolean => excludedConcepts.some((name) => name === concept);

/** Returns whether a value is an error code of these calls. */
export const isSchoolZoneFailure = (value: unknown): value is ErrorCode =>
  isErrorCode(value) || isSchoolZoneErrorCode(value);
