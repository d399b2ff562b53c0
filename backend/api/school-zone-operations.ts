import { schoolZonePaths } from '../../src/contracts/school-zone.ts';
import type { Operation } from './operation.ts';

const done = { success: true };
const classroom = { success: true, classroomCode: 'K7P-42M', classroomID: 'Zk3v8Qm1Xr5Tn9Wb2Yc6Hd' };

/** Documents the calls of the game's server, the teachers' forms and the page of a class. */
export const schoolZoneOperations: Readonly<Record<string, Operation>> = {
  [`POST ${schoolZonePaths.progress}`]: {
    id: 'reportProgress',
    tag: 'Game',
    description: [
      'Stores one level that a student started (`completed: false`) or finished (`completed: true`).',
      'Send one report for each level, from the game’s server. The key must never be in an app: with it, one can write into every class.',
      'A report may be repeated, late or out of order. It counts once, and a completed level stays completed. So send a report again after a lost response, a 429 or a 5xx, not before the seconds in `Retry-After`. Every other 4xx is final: the same report fails again.',
      'A class may send 6,000 reports in ten minutes. Reports with unknown class or student codes have a lower limit of 300 in ten minutes for each server address.',
      '`playedAt` is for a device that was offline. It may be 60 days in the past. Without it, the time of the call counts. The body contains no name: a child is a code.',
    ].join('\n\n'),
    errors: [
      'PACKAGE_DOES_NOT_EXIST',
      'CONCEPT_DOES_NOT_EXIST',
      'LEVEL_DOES_NOT_EXIST',
      'CLASSROOM_DOES_NOT_EXIST',
      'STUDENT_DOES_NOT_EXIST',
      'TOO_MANY_REQUESTS',
    ],
    body: {
      classroomCode: 'K7P-42M',
      studentCode: '076',
      package: 'small_numbers',
      concept: 'counting_to_10',
      level: 'counting_to_10_03',
      completed: true,
      total: 8,
      playedAt: '2026-11-20T08:15:00+01:00',
    },
    answer: done,
  },
  [`POST ${schoolZonePaths.teachers}`]: {
    id: 'signUpTeacher',
    tag: 'School Zone',
    description:
      'Creates a teacher with a class and mails its code. `teacherAuthID` is the idempotency key: the same call returns the same class.',
    errors: ['TEACHER_ALREADY_EXISTS'],
    body: {
      email: 'teacher@school.example',
      name: 'Ms Example',
      numStudents: '24',
      schoolName: 'Example School',
      ageGroup: '7-8',
      referralEmail: '',
      teacherAuthID: 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c',
      teacherPlayfabID: '9F8E7D6C5B4A',
    },
    answer: classroom,
  },
  [`PUT ${schoolZonePaths.classrooms}`]: {
    id: 'requestClassroomUpdate',
    tag: 'School Zone',
    description: 'Mails a link to the teacher. Only the page behind the link changes the class.',
    errors: ['TEACHER_DOES_NOT_EXIST', 'CLASSROOM_DOES_NOT_EXIST'],
    body: { email: 'teacher@school.example', numStudents: '26', reinitialize: 'false' },
    answer: done,
  },
  [`POST ${schoolZonePaths.classroomLink}`]: {
    id: 'requestClassroomLink',
    tag: 'School Zone',
    description:
      'Mails the link, the code and the student codes of a class to its teacher. The answer is the same for an address without a class.',
    errors: [],
    body: { email: 'teacher@school.example' },
    answer: done,
  },
  [`GET ${schoolZonePaths.classroomUpdate}`]: {
    id: 'getClassroomChange',
    tag: 'School Zone',
    description: 'Returns what a mailed link would change. It does not use the link up.',
    errors: ['LINK_EXPIRED'],
    answer: {
      success: true,
      classroomCode: 'K7P-42M',
      change: { kind: 'update', numStudents: 26, currentStudents: 24, reinitialize: false },
    },
  },
  [`POST ${schoolZonePaths.classroomUpdate}`]: {
    id: 'applyClassroomChange',
    tag: 'School Zone',
    description: 'Applies the change of a mailed link, once. With `newLink`, the class gets another id.',
    errors: ['LINK_EXPIRED', 'STUDENTS_HAVE_PROGRESS'],
    body: { newLink: false },
    answer: classroom,
  },
  [`GET ${schoolZonePaths.classroomDetailed}`]: {
    id: 'getClassroom',
    tag: 'School Zone',
    description:
      'Returns a class and its progress to everybody who has its id. With `since`, the answer contains only students who played since, if nothing else changed.',
    errors: ['CLASSROOM_DOES_NOT_EXIST'],
    answer: {
      success: true,
      name: 'Ms Example',
      code: 'K7P-42M',
      createdAt: '2026-09-01T08:00:00.000Z',
      students: [
        {
          studentCode: '076',
          levelStatus: '{"small_numbers":{"counting_to_10":"1/8"}}',
          levelsPlayed: [{ concept: 'counting_to_10', level: 'counting_to_10_03', completed: true }],
          lastPlayedAt: '2026-11-20T07:15:00.000Z',
          lastPackage: 'small_numbers',
        },
      ],
      cursor: 'MTc2MzYyMjkwMDAwMA',
      partial: false,
    },
  },
};
