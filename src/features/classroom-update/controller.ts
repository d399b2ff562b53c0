import type { Endpoints } from '../../config/endpoints.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { createSingleRequest } from '../../lib/single-request.ts';
import {
  type ClassroomLinks,
  createClassroomLinks,
  type RequestedChange,
} from '../../services/school-zone/classroom-links.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';

export type ClassroomUpdateServices = ClassroomLinks;

export const createClassroomUpdateServices = (endpoints: Endpoints): ClassroomUpdateServices =>
  createClassroomLinks(endpoints);

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

type ClassroomUpdateEvent =
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

export type ClassroomUpdateController = Controller<ClassroomUpdateState> & {
  /** Reads the change of the link, again after a failure. */
  open(): void;
  /** Applies the change. With the field `newLink` the classroom gets a new link. */
  apply(data: FormData): void;
};

/**
 * Shows and applies the change of a mailed link in a classroom (decisions.md#6-flows, "Classroom update").
 * @param secret the secret of the link, or null
 */
export const createClassroomUpdateController = (
  services: ClassroomUpdateServices,
  secret: string | null,
): ClassroomUpdateController => {
  const { set, reportFailure, ...core } = createControllerCore(classroomUpdateStart(secret));
  const { send, abort } = createSingleRequest();
  const dispatch = (event: ClassroomUpdateEvent): void => set(classroomUpdateFlow(core.state(), event));
  const failed = (failure: Failure): void => {
    dispatch({ type: 'failed', failure });
    reportFailure(failure);
  };
  const open = (): void =>
    void send((signal) => services.read(secret ?? '', signal), {
      sent: () => dispatch({ type: 'opening' }),
      succeeded: (asked) => dispatch({ type: 'opened', ...asked }),
      failed,
    });
  return {
    ...core,
    open,
    apply: (data) =>
      void send((signal) => services.apply(secret ?? '', { newLink: data.has('newLink') }, signal), {
        sent: () => dispatch({ type: 'sent' }),
        succeeded: ({ classroomID }) => dispatch({ type: 'applied', classroomID }),
        failed,
      }),
    start: () => {
      if (core.initialState().step === 'opening') open();
      return abort;
    },
  };
};
