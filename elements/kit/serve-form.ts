import { type FormController, watchFields } from '../../src/features/shared/controller.ts';
import { type FormServer, hydratedEvent, servedEvent, showBusy } from './form-protocol.ts';
import type { ElementContext } from '../../src/features/shared/element-context.ts';

/** Milliseconds from the moment the form can be submitted, in which a quick submit has the connection to itself. */
const viewDelay = 500;

/** Milliseconds after which a request only waits for the server, so the connection is free to load the view. */
const slowRequest = 2_000;

const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 1_000 });
  else setTimeout(run);
};

type Options = {
  context: ElementContext;
  hasSucceeded(): boolean;
  controller: FormController<unknown>;
  box: Element;
  requestView(): void;
  /** Aborted when the element leaves the page. */
  left: AbortSignal;
};

/**
 * Passes each submit of a prerendered form to its controller until its view has hydrated it. Requests the view when the
 * state needs it, or when the browser is idle, because a submit must not compete for the connection.
 */
export const serveForm = ({ context, hasSucceeded, controller, box, requestView, left }: Options): void => {
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, left]);
  let isWaiting = false;
  let slow: ReturnType<typeof setTimeout> | undefined;

  const requestViewWhenIdle = (): void => {
    if (isWaiting || controller.isBusy()) return;
    isWaiting = true;
    setTimeout(() => {
      whenIdle(() => {
        isWaiting = false;
        // A request that started in the meantime requests the view when it ends.
        if (controller.isBusy() || left.aborted) return;
        controller.step('shown');
        requestView();
      });
    }, viewDelay);
  };
  const update = (): void => {
    showBusy(box, controller.isBusy());
    clearTimeout(slow);
    if (controller.isBusy()) slow = setTimeout(requestView, slowRequest);
    if (controller.isBusy() || controller.state() === controller.initialState()) return;
    // A success is reported directly after the state changed. Then the page usually navigates, and needs no view.
    queueMicrotask(() => (hasSucceeded() ? requestViewWhenIdle() : requestView()));
  };
  const unwatch = watchFields(box, controller, (isComplete) => {
    const submit = box.querySelector<HTMLButtonElement>('button[type=submit]');
    if (submit) submit.disabled = !isComplete;
  });
  const unsubscribe = controller.subscribe(update);
  signal.addEventListener('abort', () => {
    unsubscribe();
    unwatch();
    clearTimeout(slow);
    showBusy(box, controller.isBusy());
  });
  box.addEventListener(hydratedEvent, () => ended.abort(), { signal });
  const detail: FormServer = {
    submit(form) {
      controller.submit(new FormData(form));
      update();
    },
    needView: requestView,
  };
  box.dispatchEvent(new CustomEvent(servedEvent, { detail }));
  if (context.mode().kind === 'blocked') requestView();
  else requestViewWhenIdle();
};
