import { createEndpoints, type Endpoints } from '../../src/config/endpoints.ts';
import type { Audience } from '../../src/config/partner-origins.ts';
import type { TagName } from '../../src/contracts/tags.ts';
import { fillCheck, type FormController, type FormHost } from '../../src/features/shared/form-controller.ts';
import { isRecord } from '../../src/lib/shapes.ts';
import type { EarlyForm } from './early-input.ts';
import { type ElementSession, openElementSession } from './element-session.ts';
import { formsVersion, hydratedEvent, showBusy } from './form-protocol.ts';

/** The part of a form element that submits: without React, translations and styles. */
export type FormDefinition<Controller> = {
  tag: TagName;
  audience: Audience;
  createController(host: FormHost, endpoints: Endpoints): Controller;
};

export type FormSession<Controller> = {
  /** Identifies the markup of the forms, because another copy of the script on the same page can be of another build. */
  release: string;
  session: ElementSession;
  controller: Controller;
  /** Serves the form in the box until its view hydrates it. A second call returns what the first one returned. */
  serve(box: Element, loadView: () => void): EarlyForm;
  /** The element has left the page: aborts the request in flight. */
  close(): void;
};

/** The name of a property of the element, through which the loader's controller and the view find each other. */
const sessionKey = Symbol.for('maths-portal.form-session');

type AnyController = FormController<unknown>;

/**
 * Returns the controller of a form element. The loader opens it before the element is defined, and the view continues
 * with the same state. The controller of another build is left alone: its request still ends with its event.
 */
export const openForm = <Controller extends AnyController>(
  element: HTMLElement,
  { audience, createController }: FormDefinition<Controller>,
  properties?: ReadonlyMap<string, unknown>,
): FormSession<Controller> => {
  const isOurs = (value: unknown): value is FormSession<Controller> =>
    isRecord(value) && value['release'] === formsVersion;
  const known: unknown = Reflect.get(element, sessionKey);
  if (isOurs(known)) return known;
  const session = openElementSession(element, audience, properties);
  const controller = createController(session, createEndpoints(session.portal));
  const closed = new AbortController();
  let early: EarlyForm | undefined;
  element.addEventListener(
    'input',
    (event) => {
      const [field] = event.composedPath();
      if (field instanceof Element) controller.tell('started', { field: field.getAttribute('name') ?? '' });
    },
    { capture: true, signal: closed.signal },
  );
  addEventListener('pageshow', ({ persisted }) => persisted && controller.restored(), { signal: closed.signal });
  const opened = {
    release: formsVersion,
    session,
    controller,
    serve: (box: Element, loadView: () => void) => (early ??= serveUntilHydrated(session, controller, box, loadView)),
    close: () => {
      closed.abort();
      session.close();
      controller.abort();
      Reflect.deleteProperty(element, sessionKey);
    },
  };
  Object.defineProperty(element, sessionKey, { value: opened, configurable: true });
  return opened;
};

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
  session: ElementSession,
  controller: AnyController,
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
    queueMicrotask(() => (session.hasSucceeded() ? requestViewWhenIdle() : requestView()));
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
      showBusy(box, false);
    },
    { once: true },
  );
  if (session.mode().kind === 'blocked') requestView();
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

/** The export `open` of a controller's file: serves a prerendered form before its element is defined. */
export const openEarly =
  <Controller extends AnyController>(definition: FormDefinition<Controller>) =>
  (element: HTMLElement, box: Element, loadView: () => void): EarlyForm =>
    openForm(element, definition).serve(box, loadView);
