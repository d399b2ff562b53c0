import type { Endpoints } from '../../config/endpoints.ts';
import type { RequestedChange } from '../../contracts/calls/school-zone.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { createSingleRequest } from '../../lib/single-request.ts';
import { type ClassroomLinks, createClassroomLinks } from '../../services/school-zone/classroom-links.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';

export const createClassroomUpdateServices = (endpoints: Endpoints): ClassroomLinks => createClassroomLinks(endpoints);

export type ClassroomUpdateState =
  | { step: 'opening' }
  | { step: 'unreachable'; failure: Failure }
  /** The link was used, replaced, too old or never valid. The response does not distinguish these cases. */
  | { step: 'link-spent'; isDamaged: boolean }
  | ({ step: 'asking'; failure: Failure | null } & RequestedChange)
  | ({ step: 'applying' } & RequestedChange)
  | { step: 'done'; kind: RequestedChange['change']['kind']; classroomID: string };

export type ClassroomUpdateController = Controller<ClassroomUpdateState> & {
  open(): void;
  /** Applies the change. With the field `newLink` the classroom gets a new link. */
  apply(data: FormData): void;
};

/**
 * Shows and applies the change of a mailed link in a classroom (decisions.md#6-flows, "Classroom update").
 * @param secret the secret of the link: null or empty if the link lost it or is damaged
 */
export const createClassroomUpdateController = (
  services: ClassroomLinks,
  secret: string | null,
): ClassroomUpdateController => {
  const { set, reportFailure, ...core } = createControllerCore<ClassroomUpdateState>(
    secret ? { step: 'opening' } : { step: 'link-spent', isDamaged: true },
  );
  const { send, abort } = createSingleRequest();
  const failed = (failure: Failure): void => {
    const state = core.state();
    if (failure.code === 'LINK_EXPIRED') set({ step: 'link-spent', isDamaged: false });
    else set(state.step === 'applying' ? { ...state, step: 'asking', failure } : { step: 'unreachable', failure });
    reportFailure(failure);
  };
  const open = (): void =>
    void send((signal) => services.read(secret ?? '', signal), {
      sent: () => set({ step: 'opening' }),
      succeeded: (asked) => set({ step: 'asking', failure: null, ...asked }),
      failed,
    });
  return {
    ...core,
    open,
    apply: (data) => {
      const state = core.state();
      if (state.step !== 'asking') return;
      const { change, classroomCode } = state;
      void send((signal) => services.apply(secret ?? '', { newLink: data.has('newLink') }, signal), {
        sent: () => set({ step: 'applying', change, classroomCode }),
        succeeded: ({ classroomID }) => set({ step: 'done', kind: change.kind, classroomID }),
        failed,
      });
    },
    start: () => {
      if (core.initialState().step === 'opening') open();
      return abort;
    },
  };
};
