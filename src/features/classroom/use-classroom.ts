import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import { fail } from '../../lib/result.ts';
import { classroomFlow, classroomStart, isUnknownClassroom } from './classroom-flow.ts';
import type { ClassroomServices } from './classroom-services.ts';
import { liveRefresh, nextReading } from './live-refresh.ts';

export type ClassroomProps = {
  /** Messages of `classroom`. */
  t: Translate;
  language: Language;
  services: ClassroomServices;
  /** The id that opens the class. Another id needs a new component. */
  classroomID: string;
  theme?: Theme | undefined;
  /** Called each time that the class could not be read. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  onReady(): void;
};

/** Runs the flow with the services: reads the class on request, and every 30 seconds in the background. */
export const useClassroom = (
  { services, classroomID, onReady }: ClassroomProps,
  onFailure: (failure: Failure) => void,
) => {
  const { classrooms, timers, visibility } = services;
  const [state, dispatch] = useReducer(classroomFlow, classroomStart);
  const running = useRef<{ controller: AbortController; live: boolean } | null>(null);
  const failures = useRef(0);

  /**
   * Reads the class. A requested reading replaces one in the background. Returns how long the background should wait.
   */
  const read = useEffectEvent(async (live: boolean): Promise<number> => {
    if (live && running.current !== null) return nextReading(0);
    running.current?.controller.abort();
    const mine = { controller: new AbortController(), live };
    running.current = mine;
    if (!live) dispatch({ type: 'asked' });
    const since = live ? state.reading?.cursor : undefined;
    // An internal error must not leave the page blocked.
    const result = await classrooms
      .read({ classroomID, since, live }, mine.controller.signal)
      .catch(() => fail('GENERIC_ERROR'));
    if (running.current !== mine) return nextReading(0);
    running.current = null;
    failures.current = result.ok ? 0 : failures.current + 1;
    if (result.ok) dispatch({ type: 'read', reading: result.value, at: timers.now() });
    else {
      dispatch({ type: 'failed', failure: result.failure, live });
      // A failed reading in the background is retried and shows no error.
      if (!live || isUnknownClassroom(result.failure)) onFailure(result.failure);
    }
    onReady();
    return nextReading(failures.current, result.ok ? 0 : result.failure.retryAfter);
  });

  useEffect(() => {
    void read(false);
    return () => {
      running.current?.controller.abort();
      running.current = null;
    };
  }, []);
  const isOpen = state.reading !== null;
  useEffect(
    () => (isOpen ? liveRefresh(() => read(true), timers, visibility) : undefined),
    [isOpen, timers, visibility],
  );

  const [asked, ask] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (asked > 0) void read(false);
  }, [asked]);
  return { state, refresh: ask };
};
