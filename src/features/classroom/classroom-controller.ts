import { fail } from '../../lib/result.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';
import type { ElementContext } from '../shared/element-context.ts';
import {
  type ClassroomEvent,
  classroomFlow,
  classroomStart,
  type ClassroomState,
  isUnknownClassroom,
} from './classroom-flow.ts';
import type { ClassroomServices } from './classroom-services.ts';
import { liveRefresh, nextReading } from './live-refresh.ts';
import type { ClassNames } from './names/class-names.ts';

export type ClassroomController = Controller<ClassroomState> &
  Pick<ClassroomServices, 'download' | 'print' | 'copy' | 'timers'> & {
    /** Reads the whole class again, because the visitor asks for it. */
    refresh(): void;
    /**
     * Loads what shows names and keeps them in this browser. Undefined on a page that is not the portal's, whose other
     * scripts could read them.
     */
    names: (() => Promise<ClassNames>) | undefined;
  };

/**
 * Reads the class of the attribute `classroom-id`: on request, and every 30 seconds in the background
 * (product-spec.md#2-screens-and-routes, `/schoolzone/teacher/classroom/{id}`). Each start reads it from the beginning.
 */
export const createClassroomController = (
  services: ClassroomServices,
  element: ElementContext,
): ClassroomController => {
  const { classrooms, timers, visibility } = services;
  const { set, ...core } = createControllerCore(classroomStart);
  const dispatch = (event: ClassroomEvent): void => set(classroomFlow(core.state(), event));
  const currentID = (): string => element.attribute('classroom-id') ?? '';
  let classroomID = currentID();
  let running: { request: AbortController; live: boolean } | undefined;
  let stopRefresh: (() => void) | undefined;
  let failures = 0;
  const isOwnPage = element.mode().kind === 'first-party';

  let classNames: Promise<ClassNames> | undefined;
  const names = (): Promise<ClassNames> => {
    if (classNames !== undefined) return classNames;
    const opened = services.openNames({
      classroomID,
      code: () => core.state().reading?.code,
      show: (names) => set({ ...core.state(), names }),
    });
    classNames = opened;
    // A next call tries again.
    opened.catch(() => {
      if (classNames === opened) classNames = undefined;
    });
    return opened;
  };
  const withNames = (use: (names: ClassNames) => unknown): void => void classNames?.then(use, () => undefined);

  /** Requested readings replace one in the background. Returns how long the background should wait. */
  const read = async (live: boolean): Promise<number> => {
    if (live && running !== undefined) return nextReading(0);
    running?.request.abort();
    const mine = { request: new AbortController(), live };
    running = mine;
    if (!live) dispatch({ type: 'asked' });
    const since = live ? core.state().reading?.cursor : undefined;
    // An internal error must not leave the page blocked.
    const result = await classrooms
      .read({ classroomID, since, live }, mine.request.signal)
      .catch(() => fail('GENERIC_ERROR'));
    if (running !== mine) return nextReading(0);
    running = undefined;
    failures = result.ok ? 0 : failures + 1;
    if (result.ok) {
      const isFirst = core.state().reading === null;
      dispatch({ type: 'read', reading: result.value, at: timers.now() });
      if (isFirst) withNames(({ update }) => update(false));
    } else {
      dispatch({ type: 'failed', failure: result.failure, live });
      // A failed reading in the background is retried and shows no error.
      if (!live || isUnknownClassroom(result.failure)) core.reportFailure(result.failure);
      if (isUnknownClassroom(result.failure)) withNames(({ update }) => update(true));
    }
    if (core.state().reading === null) endRefresh();
    else stopRefresh ??= liveRefresh(() => read(true), timers, visibility);
    element.ready();
    return nextReading(failures, result.ok ? 0 : result.failure.retryAfter);
  };
  const endRefresh = (): void => {
    stopRefresh?.();
    stopRefresh = undefined;
  };

  return {
    ...core,
    ...services,
    names: isOwnPage ? names : undefined,
    // From the first render with another class, nothing of the one before is shown.
    state: () => (currentID() === classroomID ? core.state() : classroomStart),
    refresh: () => void read(false),
    start: () => {
      classroomID = currentID();
      failures = 0;
      set(classroomStart);
      void read(false);
      // While the class is on its way. Few browsers have names, and only those load what keeps them.
      if (isOwnPage && services.hasNames()) void names();
      return () => {
        withNames(({ stop }) => stop());
        classNames = undefined;
        running?.request.abort();
        running = undefined;
        endRefresh();
      };
    },
  };
};
