import type { Failure } from '../../contracts/error-codes.ts';
import type { RequestedChange } from '../../services/school-zone/classroom-links.ts';

/**
 * The states of the page behind a mailed link (decisions.md#6-flows, "Classroom update"), without React and without a
 * server.
 */
export type ClassroomUpdateState =
  | { step: 'opening' }
  | { step: 'unreachable'; failure: Failure }
  /** The link was used, replaced, too old or never valid. The response does not distinguish these cases. */
  | { step: 'link-spent' }
  | ({ step: 'asking'; failure: Failure | null } & RequestedChange)
  | ({ step: 'applying' } & RequestedChange)
  | { step: 'done'; kind: RequestedChange['change']['kind']; classroomID: string };

export type ClassroomUpdateEvent =
  | { type: 'opening' }
  | { type: 'failed'; failure: Failure }
  | ({ type: 'opened' } & RequestedChange)
  | { type: 'sent' }
  | { type: 'applied'; classroomID: string };

/** `secret` is the secret of the link, or null without one. */
export const classroomUpdateStart = (secret: string | null): ClassroomUpdateState =>
  secret === null || secret === '' ? { step: 'link-spent' } : { step: 'opening' };

export const classroomUpdateFlow = (state: ClassroomUpdateState, event: ClassroomUpdateEvent): ClassroomUpdateState => {
  switch (event.type) {
    case 'opening':
      return { step: 'opening' };
    case 'opened':
      return { step: 'asking', failure: null, change: event.change, classroomCode: event.classroomCode };
    case 'failed': {
      const { failure } = event;
      if (failure.code === 'LINK_EXPIRED') return { step: 'link-spent' };
      return state.step === 'applying' ? { ...state, step: 'asking', failure } : { step: 'unreachable', failure };
    }
    case 'sent':
      if (state.step !== 'asking') return state;
      return { step: 'applying', change: state.change, classroomCode: state.classroomCode };
    case 'applied':
      if (state.step !== 'applying') return state;
      return { step: 'done', kind: state.change.kind, classroomID: event.classroomID };
  }
};
