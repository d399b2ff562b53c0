import type { Failure } from '../../contracts/error-codes.ts';
import { createSingleRequest } from '../../lib/single-request.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';
import {
  type ClassroomUpdateEvent,
  classroomUpdateFlow,
  classroomUpdateStart,
  type ClassroomUpdateState,
} from './classroom-update-flow.ts';
import type { ClassroomUpdateServices } from './classroom-update-services.ts';

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
