/**
 * The names of the custom state. Old engines reject a name without dashes, and some test environments do not support
 * states.
 */
const statesOf = (element: HTMLElement): Set<string> | undefined => {
  try {
    return element.attachInternals().states;
  } catch {
    return undefined;
  }
};

/** Whether an element is ready, for code that is too late for the event: a promise, and the state `:state(ready)`. */
export type Readiness = { promise: Promise<void>; set(): void; reset(): void };

export const createReadiness = (element: HTMLElement): Readiness => {
  const states = statesOf(element);
  let resolve = (): void => undefined;
  const open = (): Promise<void> =>
    new Promise((done) => {
      resolve = done;
    });
  let isReady = false;
  const readiness: Readiness = {
    promise: open(),
    set() {
      isReady = true;
      try {
        states?.add('ready');
      } catch {
        // Chrome 123 and 124 support the promise and the event only.
      }
      resolve();
    },
    reset() {
      if (!isReady) return;
      isReady = false;
      states?.delete('ready');
      readiness.promise = open();
    },
  };
  return readiness;
};
