import type { Failure } from '../../contracts/error-codes.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { mergeReading } from './merge-reading.ts';

/** What is known of the class and of the way to it, without React and without a server. */
export type ClassroomState = {
  /** null until it was read, and when the link opens nothing. */
  reading: ClassroomReading | null;
  /** When that was read, in milliseconds. */
  readAt: number;
  /** Somebody waits for an answer: the page is blocked. */
  loading: boolean;
  /** It was asked for in the place of a failure. */
  retried: boolean;
  /** Why the last answer did not come. */
  failure: Failure | null;
  /** Nobody asked for the answer that did not come: the next one is tried by itself. */
  late: boolean;
};

export type ClassroomEvent =
  | { type: 'asked' }
  | { type: 'read'; reading: ClassroomReading; at: number }
  | { type: 'failed'; failure: Failure; live: boolean };

export const classroomStart: ClassroomState = {
  reading: null,
  readAt: 0,
  loading: true,
  retried: false,
  failure: null,
  late: false,
};

export const classroomFlow = (state: ClassroomState, event: ClassroomEvent): ClassroomState => {
  switch (event.type) {
    case 'asked':
      return { ...state, loading: true, retried: state.failure !== null, failure: null };
    case 'read': {
      const reading = mergeReading(state.reading, event.reading);
      return { ...state, reading, readAt: event.at, loading: false, failure: null, late: false };
    }
    case 'failed':
      // A new link was made meanwhile: who has the old one sees the class no longer.
      if (opensNothing(event.failure)) return { ...classroomStart, loading: false, failure: event.failure };
      if (event.live) return { ...state, late: true };
      return { ...state, loading: false, failure: event.failure };
  }
};

/** The link itself is wrong. */
export const opensNothing = ({ code }: Failure): boolean => code === 'CLASSROOM_DOES_NOT_EXIST';
