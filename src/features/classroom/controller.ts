import type { Endpoints } from '../../config/endpoints.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { fail } from '../../lib/result.ts';
import { saveFile } from '../../lib/files.ts';
import {
  type ClassroomReading,
  type ClassroomsClient,
  createClassroomsClient,
} from '../../services/school-zone/classroom.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';
import type { ElementContext } from '../shared/element-context.ts';
import { type ClassNames, createClassNames, noNames, type StudentNames } from './student-names.ts';

export type ClassroomServices = ClassroomsClient & { download(name: string, text: string): void };

export const createClassroomServices = (endpoints: Endpoints): ClassroomServices => ({
  ...createClassroomsClient(endpoints),
  download: (name, text) => saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' })),
});

/** Returns whether the link names no class: it is wrong, or was replaced. */
export const isUnknownClassroom = ({ code }: Failure): boolean => code === 'CLASSROOM_DOES_NOT_EXIST';

export type ClassroomState = {
  /** null until the class was read, and when the link names no class. */
  reading: ClassroomReading | null;
  /** The time of the last response by the server's clock, in milliseconds. */
  readAt: number;
  /** Whether the visitor waits for a response, so that the page is blocked. */
  loading: boolean;
  /** Whether the request replaces a failure. */
  retried: boolean;
  failure: Failure | null;
  /** Whether a background refresh failed. The next one is retried automatically. */
  late: boolean;
  names: StudentNames;
};

const classroomStart: ClassroomState = {
  reading: null,
  readAt: 0,
  loading: true,
  retried: false,
  failure: null,
  late: false,
  names: noNames,
};

const interval = 30_000;
const longest = 300_000;

/** Returns the milliseconds until the next reading: doubled with each failure, at least what the server requested. */
export const nextReading = (failures: number, retryAfter = 0): number =>
  Math.max(Math.min(interval * 2 ** failures, longest), retryAfter * 1000);

export type ClassroomController = Controller<ClassroomState> &
  Pick<ClassroomServices, 'download'> & {
    refresh(): void;
    /** The names that this browser keeps. Undefined on a page that is not the portal's: its scripts could read them. */
    names: Pick<ClassNames, 'update' | 'keep'> | undefined;
  };

/**
 * Reads the class of the attribute `classroom-id`: on request, and every 30 seconds while the page is visible
 * (product-spec.md#2-screens-and-routes, `/schoolzone/teacher/classroom/{id}`). Each start reads it from the beginning.
 */
export const createClassroomController = (
  services: ClassroomServices,
  element: ElementContext,
): ClassroomController => {
  const { set, ...core } = createControllerCore(classroomStart);
  const change = (changes: Partial<ClassroomState>): void => set({ ...core.state(), ...changes });
  const currentID = (): string => element.attribute('classroom-id') ?? '';
  let classroomID = currentID();
  const names =
    element.mode().kind === 'first-party'
      ? createClassNames({ code: () => core.state().reading?.code, show: (shown) => change({ names: shown }) })
      : undefined;
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the next reading waits only for the page to be visible. */
  let isDue = false;
  let failures = 0;
  /** This computer's time of the last response. */
  let answeredAt = 0;

  /** `next` is null when the class is unchanged. */
  const show = (next: ClassroomReading | null): void => {
    const { reading, readAt } = core.state();
    const before = answeredAt;
    answeredAt = Date.now();
    const unchangedAt = readAt + answeredAt - before;
    const known = { loading: false, failure: null, late: false };
    change({ ...known, reading: next ?? reading, readAt: next?.readAt ?? unchangedAt });
    if (reading === null) names?.update();
  };

  const showFailure = (failure: Failure, live: boolean): void => {
    const isUnknown = isUnknownClassroom(failure);
    // The classroom got a new link, so that the old one no longer shows the class.
    if (isUnknown) set({ ...classroomStart, loading: false, failure });
    else change(live ? { late: true } : { loading: false, failure });
    // A failed reading in the background is retried and shows no error.
    if (!live || isUnknown) core.reportFailure(failure);
  };

  const stopReading = (): void => {
    running?.abort();
    clearTimeout(timer);
    isDue = false;
  };

  /** Replaces a reading that runs. `live`: in the background. */
  const read = async (live: boolean): Promise<void> => {
    stopReading();
    const { signal } = (running = new AbortController());
    const { reading, failure } = core.state();
    if (!live) change({ loading: true, retried: failure !== null, failure: null });
    // An internal error must not leave the page blocked.
    const result = await services
      .read({ classroomID, etag: reading?.etag, live }, signal)
      .catch(() => fail('GENERIC_ERROR'));
    if (signal.aborted) return;
    failures = result.ok ? 0 : failures + 1;
    if (result.ok) show(result.value);
    else showFailure(result.failure, live);
    element.ready();
    if (core.state().reading === null) return;
    const due = (): void => {
      isDue = true;
      readIfDue();
    };
    timer = setTimeout(due, nextReading(failures, result.ok ? 0 : result.failure.retryAfter));
  };
  const readIfDue = (): void => {
    if (isDue && document.visibilityState === 'visible') void read(true);
  };

  return {
    ...core,
    download: services.download,
    names,
    // From the first render with another class, nothing of the one before is shown.
    state: () => (currentID() === classroomID ? core.state() : classroomStart),
    refresh: () => {
      if (!core.state().loading) void read(false);
    },
    start: () => {
      classroomID = currentID();
      failures = 0;
      set(classroomStart);
      const unfollow = names?.follow();
      document.addEventListener('visibilitychange', readIfDue);
      void read(false);
      return () => {
        unfollow?.();
        document.removeEventListener('visibilitychange', readIfDue);
        stopReading();
      };
    },
  };
};
