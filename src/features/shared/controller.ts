import type { Failure } from '../../contracts/error-codes.ts';

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
  /** Replaces the state. */
  set(state: State): void;
  /** Passes a failure to the listeners of `onFailure`. */
  reportFailure: FailureListener;
};

const add = <Listener>(listeners: Set<Listener>, listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Creates the part that all controllers share. */
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
