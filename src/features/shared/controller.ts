import type { TellStep } from '../../contracts/elements.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { createSingleRequest, type SingleRequest } from '../../lib/single-request.ts';

/** A failure that a person sees. `about` is the key of a sentence that says what has failed, if the code does not. */
export type ReportedFailure = Failure & { about?: string };
export type FailureListener = (failure: ReportedFailure) => void;

/**
 * The state of a feature and what changes it, without React, translations and styles. The view observes it with
 * `useController`.
 */
export type Controller<State> = {
  /** The state that the view shows first, which for a form is the prerendered one. */
  initialState(): State;
  state(): State;
  /** Calls back after each change of the state. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /**
   * Calls back once for each failure, including those from before the first listener: the event `auth-error` carries a
   * translated message, and translations may load later. Returns the function that unsubscribes.
   */
  onFailure(listener: FailureListener): () => void;
  /**
   * Called when the view is in the page, to read what it shows. Returns the function that ends requests, timers and
   * subscriptions when the element leaves.
   */
  start?(): () => void;
};

export type ControllerCore<State> = Controller<State> & {
  set(state: State): void;
  reportFailure: FailureListener;
};

const add = <Listener>(listeners: Set<Listener>, listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const createControllerCore = <State>(initialState: State): ControllerCore<State> => {
  const listeners = new Set<() => void>();
  const failureListeners = new Set<FailureListener>();
  const unreported: ReportedFailure[] = [];
  let state = initialState;
  return {
    initialState: () => initialState,
    state: () => state,
    set: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => add(listeners, listener),
    reportFailure: (failure) => {
      if (failureListeners.size === 0) unreported.push(failure);
      for (const listener of failureListeners) listener(failure);
    },
    onFailure: (listener) => {
      for (const failure of unreported.splice(0)) listener(failure);
      return add(failureListeners, listener);
    },
  };
};

/** Milliseconds between two looks at the fields, because a browser or a password manager can fill them without an event. */
export const fillCheck = 250;

/**
 * The state of a form and what submitting it does. It runs before its view is loaded.
 */
export type FormController<State> = Controller<State> & {
  /** Checks and submits the current values of the fields. Ignored while a request is in flight and after a success. */
  submit(data: FormData): void;
  /** Returns whether the fields contain enough for the submit button to be enabled. */
  isComplete(data: FormData): boolean;
  isBusy(): boolean;
  /** Reports a step that the visitor's input shows. The controller reports the others. */
  tell: TellStep;
  restored(): void;
  /** Aborts the request in flight, because the element has left the page. It can be submitted again afterwards. */
  abort(): void;
};

export type FormCore<State> = Omit<FormController<State>, 'submit'> &
  Pick<ControllerCore<State>, 'set' | 'reportFailure'> &
  Pick<SingleRequest, 'send'>;

/**
 * Creates the part that all form controllers share.
 * @param isOver whether nothing can be done in this state. The page navigates then; when a visitor returns to it, the
 * form is usable again.
 * @param tell reports each step to the partner's page
 */
export const createFormCore = <State>(
  initialState: State,
  isOver: (state: State) => boolean = () => false,
  tell: TellStep = () => undefined,
): FormCore<State> => {
  const request = createSingleRequest();
  const { set, reportFailure, ...core } = createControllerCore(initialState);
  // Another form may be shown. While a request runs, the only change is that it was sent.
  core.subscribe(() => tell(request.isRunning() ? 'submitted' : 'shown'));
  return {
    ...core,
    set,
    isComplete: () => true,
    isBusy: request.isRunning,
    tell,
    send: (work, reports) =>
      request.send(work, {
        ...reports,
        succeeded(value) {
          tell('succeeded');
          reports.succeeded(value);
        },
      }),
    reportFailure: (failure) => {
      tell('failed', { code: failure.code });
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
