import type { Failure } from '../../contracts/error-codes.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { noNames, type StudentNames } from './names/student-names.ts';

/** Merges a reading. A partial one replaces the students who played since; the others keep their objects. */
export const mergeReading = (before: ClassroomReading | null, next: ClassroomReading): ClassroomReading => {
  if (before === null || !next.partial) return next;
  const played = new Map(next.students.map((student) => [student.code, student]));
  return { ...next, students: before.students.map((student) => played.get(student.code) ?? student) };
};

/** The state of the class and of loading it, without React and without a server. */
export type ClassroomState = {
  /** null until the class was read, and when the link names no class. */
  reading: ClassroomReading | null;
  /** The time of the last reading by the server's clock, in milliseconds. */
  readAt: number;
  /** Whether the visitor waits for a response, so that the page is blocked. */
  loading: boolean;
  /** Whether the request replaces a failure. */
  retried: boolean;
  /** The reason of the last failure. */
  failure: Failure | null;
  /** Whether a background refresh failed. The next one is retried automatically. */
  late: boolean;
  /** The names that this browser has. */
  names: StudentNames;
};

export type ClassroomEvent =
  | { type: 'asked' }
  /** `at`: this computer's time, in milliseconds. */
  | { type: 'read'; reading: ClassroomReading; at: number }
  | { type: 'failed'; failure: Failure; live: boolean };

export const classroomStart: ClassroomState = {
  reading: null,
  readAt: 0,
  loading: true,
  retried: false,
  failure: null,
  late: false,
  names: noNames,
};

export const classroomFlow = (state: ClassroomState, event: ClassroomEvent): ClassroomState => {
  switch (event.type) {
    case 'asked':
      return { ...state, loading: true, retried: state.failure !== null, failure: null };
    case 'read': {
      const reading = mergeReading(state.reading, event.reading);
      return { ...state, reading, readAt: reading.readAt ?? event.at, loading: false, failure: null, late: false };
    }
    case 'failed':
      // The classroom got a new link, so that the old one no longer shows the class.
      if (isUnknownClassroom(event.failure)) return { ...classroomStart, loading: false, failure: event.failure };
      if (event.live) return { ...state, late: true };
      return { ...state, loading: false, failure: event.failure };
  }
};

/** Returns whether the link names no class: it is wrong, or was replaced. */
export const isUnknownClassroom = ({ code }: Failure): boolean => code === 'CLASSROOM_DOES_NOT_EXIST';
