import { fillCheck, type FormController } from '../../src/features/shared/controller.ts';
import type { EarlyForm } from './early-input.ts';
import { hydratedEvent, showBusy } from './form-protocol.ts';
import type { OpenContext } from './open-context.ts';
import { type ControllerDefinition, openElement, type OpenForm } from './open-element.ts';

/**
 * Milliseconds from the moment the form can be submitted. During this time a quick submit has the connection to itself.
 */
const viewDelay = 500;

/** Milliseconds after which a request only waits for the server, so the connection is free to load the view. */
const slowRequest = 2_000;

const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 1_000 });
  else setTimeout(run);
};

/**
 * Serves a prerendered form until its view hydrates it. Loads the view as soon as the state needs it, or when the
 * browser is idle and no request is in flight, because a submit must not compete for the connection.
 */
const serveUntilHydrated = (
  context: OpenContext,
  controller: FormController<unknown>,
  box: Element,
  loadView: () => void,
): EarlyForm => {
  let isRequested = false;
  let isWaiting = false;
  const requestView = (): void => {
    if (isRequested) return;
    isRequested = true;
    loadView();
  };
  const requestViewWhenIdle = (): void => {
    if (isWaiting || isRequested || controller.isBusy()) return;
    isWaiting = true;
    setTimeout(() => {
      whenIdle(() => {
        isWaiting = false;
        // A request that started in the meantime loads the view when it ends.
        if (controller.isBusy()) return;
        controller.tell('shown');
        requestView();
      });
    }, viewDelay);
  };
  let slow: ReturnType<typeof setTimeout> | undefined;
  const update = (): void => {
    showBusy(box, controller.isBusy());
    clearTimeout(slow);
    if (controller.isBusy()) slow = setTimeout(requestView, slowRequest);
    if (controller.isBusy() || controller.state() === controller.initialState()) return;
    // A success is reported directly after the state changed. Then the page usually navigates, and needs no view.
    queueMicrotask(() => (context.hasSucceeded() ? requestViewWhenIdle() : requestView()));
  };

  const unsubscribe = controller.subscribe(update);
  // Enter does nothing while the button is disabled, so this must not wait for the timer after a key.
  const look = (): void => {
    const form = box.querySelector('form');
    const submit = form?.querySelector<HTMLButtonElement>('button[type=submit]');
    if (form && submit) submit.disabled = !controller.isComplete(new FormData(form));
  };
  box.addEventListener('input', look);
  const timer = setInterval(() => {
    // Without a definition, no callback of the element reports its removal.
    if (!box.isConnected) {
      clearInterval(timer);
      return controller.abort();
    }
    look();
  }, fillCheck);
  box.addEventListener(
    hydratedEvent,
    () => {
      unsubscribe();
      box.removeEventListener('input', look);
      clearInterval(timer);
      showBusy(box, controller.isBusy());
    },
    { once: true },
  );
  if (context.mode().kind === 'blocked') requestView();
  else requestViewWhenIdle();
  return {
    submit: (data) => {
      controller.submit(data);
      update();
    },
    press: (action, data) => {
      if (action !== undefined) controller.press(action, data);
      requestView();
    },
  };
};

/** Adds what only forms need to an element: steps, a page that is restored, and submits before the view is loaded. */
export const openForm = (element: HTMLElement, context: OpenContext, controller: FormController<unknown>): OpenForm => {
  const closed = new AbortController();
  const { signal } = closed;
  let early: EarlyForm | undefined;
  element.addEventListener(
    'input',
    (event) => {
      const [field] = event.composedPath();
      if (field instanceof Element) controller.tell('started', { field: field.getAttribute('name') ?? '' });
    },
    { capture: true, signal },
  );
  addEventListener('pageshow', ({ persisted }) => persisted && controller.restored(), { signal });
  return {
    serve: (box: Element, loadView: () => void) => (early ??= serveUntilHydrated(context, controller, box, loadView)),
    close: () => {
      closed.abort();
      controller.abort();
    },
  };
};

/** The export `open` of a controller's file: serves a prerendered form before its element is defined. */
export const openEarly =
  <Controller>(definition: ControllerDefinition<Controller>) =>
  (element: HTMLElement, box: Element, loadView: () => void): EarlyForm | undefined =>
    openElement(element, definition).form?.serve(box, loadView);
