import { postAuthSuccess, watchHeight } from '../../src/bridge/parent-page.ts';
import type { FrameSide } from '../../src/bridge/frame-side.ts';
import type { Settings } from '../../src/bridge/messages.ts';
import { type Placement, placementOf, widgetLocation } from '../../src/bridge/partner-check.ts';
import type { Audience } from '../../src/config/partner-origins.ts';
import { conversionEvent } from '../../src/contracts/api.ts';
import type { ElementEventDetails, ElementEventName, StepDetail } from '../../src/contracts/elements.ts';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import { languageOf } from './element-language.ts';
import { portalOf } from './portal-origin.ts';

/**
 * Reports the widget's events to the page that contains it. Reports nothing on a first-party page, or to a page that is
 * not the partner's.
 */
type Reporter = {
  ready(): void;
  succeeded(result: ElementEventDetails['auth-success']): void;
  failed(error: ElementEventDetails['auth-error']): void;
  stepped(detail: StepDetail): void;
  emitted(name: ElementEventName, detail: object): void;
  close(): void;
};

const silent: Reporter = { ready() {}, succeeded() {}, failed() {}, stepped() {}, emitted() {}, close() {} };

const framed = (host: HTMLElement, target: string, onSettings: (settings: Settings) => void): Reporter => {
  // Only a framed widget loads post-robot.
  const side: Promise<FrameSide | null> = import('../../src/bridge/frame-side.ts').then(
    ({ openFrameSide }) => openFrameSide({ view: window, target, onSettings }),
    () => null,
  );
  const unwatch = watchHeight(host, window, (height) => void side.then((open) => open?.resized(height)));
  return {
    ready: () => void side.then((open) => open?.ready()),
    succeeded(result) {
      postAuthSuccess(window.parent, target, result);
      void side.then((open) => open?.succeeded(result));
    },
    failed: (error) => void side.then((open) => open?.failed(error)),
    stepped: (detail) => void side.then((open) => open?.stepped(detail)),
    emitted: (name, detail) => void side.then((open) => open?.emitted(name, detail)),
    close() {
      unwatch();
      void side.then((open) => open?.close());
    },
  };
};

const openReporter = (host: HTMLElement, placement: Placement, onSettings: (settings: Settings) => void): Reporter => {
  if (placement.kind !== 'widget') return silent;
  const { target } = placement;
  if (placement.framed) return framed(host, target, onSettings);
  return { ...silent, succeeded: (result) => postAuthSuccess(window, target, result) };
};

/** The context of an element that is in the page, and what only the element needs of it. It does not use React. */
export type OpenContext = ElementContext & {
  /** Whether the person is signed in, or the account or class was created. */
  hasSucceeded(): boolean;
  /** Checks the partner again, after the `origin` attribute changed. */
  originChanged(): void;
  close(): void;
};

/** @throws Error when the element has no portal address; its class checks that before */
export const openContext = (element: HTMLElement, audience: Audience): OpenContext => {
  const portal = portalOf(element);
  if (portal === undefined) throw new Error('No portal address');
  const find = (): Placement => {
    const found = placementOf(element.getAttribute('origin'), audience, widgetLocation(window, portal));
    if (found.kind === 'blocked') {
      const told = import('./developer-messages.ts').then(({ explainBlocked }) =>
        explainBlocked(element, audience, portal),
      );
      // Loads a message for developers. Visitors do not need it.
      told.catch(() => undefined);
    }
    return found;
  };
  let placement = find();
  let reporter: Reporter | undefined;
  let isReady = false;
  let isSuccess = false;
  /** The forms that were shown, and their fields that were started. */
  const told = new Set<string>();
  /** Settings from `<maths-embed>` become attributes, as if they were in the page's markup. */
  const applySettings = (settings: Settings): void => {
    for (const [name, value] of Object.entries(settings)) element.setAttribute(name, value);
    // Only a frame of the portal receives settings, so this code owns the document.
    if (settings.lang !== undefined) document.documentElement.lang = settings.lang;
  };
  const report = (): Reporter => (reporter ??= openReporter(element, placement, applySettings));
  const dispatch = (name: string, detail: unknown): void => {
    element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  };
  const emit = <Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): void => {
    dispatch(name, detail);
  };
  const close = (): void => {
    reporter?.close();
    reporter = undefined;
  };
  const step = (detail: StepDetail): void => {
    if (placement.kind !== 'widget') return;
    const { form, field } = detail;
    const isShown = detail.step === 'shown';
    if (isShown || detail.step === 'started') {
      const mark = `${form} ${field}`;
      if (told.has(mark)) return;
      told.add(mark);
    }
    // A visitor can type before the browser is idle.
    if (!isShown) step({ step: 'shown', form });
    emit('step', detail);
    report().stepped(detail);
  };
  return {
    portal,
    step,
    mode: () => ({ kind: placement.kind }),
    language: () => languageOf(element),
    attribute: (name) => element.getAttribute(name) ?? undefined,
    setAttribute: (name, value) => element.setAttribute(name, value),
    emit: (name, detail) => {
      emit(name, detail);
      report().emitted(name, detail);
    },
    recordConversion: (type) => {
      if (placement.kind === 'first-party') dispatch(conversionEvent, type);
    },
    hasSucceeded: () => isSuccess,
    succeeded: (result) => {
      isSuccess = true;
      emit('auth-success', result);
      report().succeeded(result);
    },
    ready: () => {
      if (isReady) return;
      isReady = true;
      emit('ready', {});
      report().ready();
    },
    failed: (error) => {
      emit('auth-error', error);
      report().failed(error);
    },
    originChanged: () => {
      close();
      placement = find();
    },
    close,
  };
};
