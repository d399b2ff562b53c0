import type { ReportStep } from '../../contracts/elements.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import type { Result } from '../../lib/result.ts';
import { createSingleRequest, type RequestCallbacks } from '../../lib/single-request.ts';

/** A failure that a person sees. `about` is the key of a sentence that says what has failed, if the code does not. */
export type ReportedFailure = Failure & { about?: string };
export type FailureListener = (failure: ReportedFailure) => void;

/** The state of a feature and what changes it, without React, translations and styles. `useController` observes it. */
export type Controller<State> = {
  /** The state that the view shows first, which for a form is the prerendered one. */
  initialState(): State;
  state(): State;
  /** Calls back after each change of the state. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Calls back for each failure, also for earlier ones: the translations of their messages may have loaded later. */
  onFailure(listener: FailureListener): () => void;
  /** Called when the view is in the page. Returns the function that ends requests, timers and subscriptions. */
  start?(): () => void;
};

export const createControllerCore = <State>(initialState: State) => {
  const listeners = new Set<() => void>();
  const unreported: ReportedFailure[] = [];
  const keep: FailureListener = (failure) => void unreported.push(failure);
  let report = keep;
  let state = initialState;
  return {
    initialState: () => initialState,
    state: () => state,
    set: (next: State): void => {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reportFailure: (failure: ReportedFailure) => report(failure),
    onFailure: (listener: FailureListener) => {
      report = listener;
      for (const failure of unreported.splice(0)) listener(failure);
      return () => {
        report = keep;
      };
    },
  };
};

/** Milliseconds between two checks of the fields, because a browser or password manager fills them without an event. */
const fillCheck = 250;

/**
 * Reports whether the fields of the form in or around `part` contain enough for the submit button to be enabled: after
 * each input, because Enter does nothing while the button is disabled, and by a timer. Returns the function that ends
 * it.
 */
export const watchFields = (
  part: Element,
  controller: Pick<FormController<unknown>, 'isComplete'>,
  report: (isComplete: boolean) => void,
): (() => void) => {
  const check = (): void => {
    const form = part.closest('form') ?? part.querySelector('form');
    if (form) report(controller.isComplete(new FormData(form)));
  };
  part.addEventListener('input', check);
  const timer = setInterval(check, fillCheck);
  return () => {
    part.removeEventListener('input', check);
    clearInterval(timer);
  };
};

/** The state of a form and what submitting it does. It runs before its view is loaded. */
export type FormController<State> = Controller<State> & {
  /** Checks and submits the current values of the fields. Ignored while a request is in flight and after a success. */
  submit(data: FormData): void;
  /** Returns whether the fields contain enough for the submit button to be enabled. */
  isComplete(data: FormData): boolean;
  isBusy(): boolean;
  /** Reports a step that the visitor's input shows. The controller reports the others. */
  step: ReportStep;
  restored(): void;
  /** Aborts the request in flight, because the element has left the page. It can be submitted again afterwards. */
  abort(): void;
};

/**
 * Creates what all form controllers share. `step` reports each step to the partner's page.
 * @param isOver whether the page navigates in this state, so that the form is usable again when the visitor returns
 */
export const createFormCore = <State>(
  initialState: State,
  isOver: (state: State) => boolean = () => false,
  step: ReportStep = () => undefined,
) => {
  const request = createSingleRequest();
  const { set, reportFailure, ...core } = createControllerCore(initialState);
  // Another form may be shown. While a request runs, the only change is that it was sent.
  core.subscribe(() => step(request.isRunning() ? 'submitted' : 'shown'));
  return {
    ...core,
    set,
    isComplete: () => true,
    isBusy: request.isRunning,
    step,
    send: <T>(work: (signal: AbortSignal) => Promise<Result<T>>, reports: RequestCallbacks<T>) =>
      request.send(work, {
        ...reports,
        succeeded(value) {
          step('succeeded');
          reports.succeeded?.(value);
        },
      }),
    reportFailure: (failure: ReportedFailure) => {
      step('failed', { code: failure.code });
      reportFailure(failure);
    },
    restored: () => {
      if (isOver(core.state())) set(initialState);
    },
    abort: () => {
      if (!request.isRunning()) return;
      request.abort();
      set(initialState);
    },
  };
};
