import type { ConversionType } from '../../contracts/api.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { ElementEventDetails, ElementEventName } from '../../contracts/elements.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { StepDetail, TellStep } from '../../contracts/step.ts';
import type { Language } from '../../contracts/language.ts';
import { createSingleRequest, type SingleRequest } from '../../lib/single-request.ts';

/**
 * The element around a form's controller. The controller reads each value when it uses it, because attributes change.
 */
export type FormHost = {
  mode(): FormMode;
  language(): Language;
  /** Returns the value of an attribute of the element, or undefined. */
  attribute(name: string): string | undefined;
  setAttribute(name: string, value: string): void;
  /** Returns a property without an attribute, such as the secret of a mailed link. */
  property(name: string): unknown;
  /** Fires `auth-success` and reports the result to the partner's page. */
  succeeded(result: AuthResult): void;
  /** Fires `step` and reports it to the partner's page. A form is shown once, and each field is started once. */
  step(detail: StepDetail): void;
  /** Lets the portal's own page record a conversion. In a widget it does nothing. */
  recordConversion(type: ConversionType): void;
  emit<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): void;
};

/** Returns the key of the partner's page around a form; undefined on the portal's own pages. */
export const partnerOf = (host: FormHost): string | undefined =>
  host.mode().kind === 'widget' ? host.attribute('origin') : undefined;

/** Milliseconds between two looks at the fields, because a browser or a password manager can fill them without an event. */
export const fillCheck = 250;

/**
 * The state of a form and what submitting it does, without React, translations and styles. A form can therefore be
 * submitted before its view is loaded. The view observes it with `useController`.
 */
export type FormController<State> = {
  /** The state that the prerendered form shows. */
  initialState(): State;
  state(): State;
  /** Calls back after each change of the state. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Checks and submits the current values of the fields. Ignored while a request is in flight and after a success. */
  submit(data: FormData): void;
  /** A button with this `data-action` was pressed before the view handles it. */
  press(action: string, data: FormData): void;
  /** Returns whether the fields contain enough for the submit button to be enabled. */
  isComplete(data: FormData): boolean;
  /** Returns whether a request is in flight. */
  isBusy(): boolean;
  /**
   * Calls back once for each failure, including those from before the first listener: the event `auth-error` carries a
   * translated message, and translations may load later. Returns the function that unsubscribes.
   */
  onFailure(listener: (failure: Failure) => void): () => void;
  /** Tells a step that the visitor's input shows. The controller tells the others itself. */
  tell: TellStep;
  /** The page was restored from the back/forward cache. */
  restored(): void;
  /** Aborts the request in flight, because the element has left the page. It can be submitted again afterwards. */
  abort(): void;
};

export type FormCore<State, Event> = Omit<FormController<State>, 'submit'> & {
  dispatch(event: Event): void;
  send: SingleRequest['send'];
  /** Passes a failure to the listeners of `onFailure`. */
  reportFailure(failure: Failure): void;
};

/**
 * Creates the part that all form controllers share.
 * @param reduce returns the state after an event
 * @param isOver whether nothing can be done in this state. The page navigates then; when a visitor returns to it, the
 * form is usable again.
 * @param tell tells the partner's page each step
 */
export const createFormCore = <State, Event>(
  reduce: (state: State, event: Event) => State,
  initialState: State,
  isOver: (state: State) => boolean = () => false,
  tell: TellStep = () => undefined,
): FormCore<State, Event> => {
  const request = createSingleRequest();
  const listeners = new Set<() => void>();
  const failureListeners = new Set<(failure: Failure) => void>();
  const unreported: Failure[] = [];
  let state = initialState;
  const change = (next: State): void => {
    state = next;
    // Another form may be shown. While a request runs, the only change is that it was sent.
    tell(request.isRunning() ? 'submitted' : 'shown');
    for (const listener of listeners) listener();
  };
  return {
    initialState: () => initialState,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch: (event) => change(reduce(state, event)),
    press: () => undefined,
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
      if (failureListeners.size === 0) unreported.push(failure);
      for (const listener of failureListeners) listener(failure);
    },
    onFailure: (listener) => {
      failureListeners.add(listener);
      for (const failure of unreported.splice(0)) listener(failure);
      return () => failureListeners.delete(listener);
    },
    restored: () => {
      if (isOver(state)) change(initialState);
    },
    abort: () => {
      if (!request.isRunning()) return;
      request.abort();
      change(initialState);
    },
  };
};
