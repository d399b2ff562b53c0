import { placementOf, postAuthSuccess, widgetLocation } from '../../src/bridge/partner-page.ts';
import type { FrameSide } from '../../src/bridge/frame-side.ts';
import type { FrameSettings } from '../../src/bridge/messages.ts';
import { conversionEvent } from '../../src/contracts/api.ts';
import type { ElementEventDetails, ElementEventName, StepDetail } from '../../src/contracts/elements.ts';
import type { Audience } from '../../src/contracts/tags.ts';
import type { ElementContext } from '../../src/features/shared/element-context.ts';
import { languageOf } from '../../src/lib/browser.ts';

/**
 * Opens the context of an element that is in the page. It does not use React.
 * `hasSucceeded`: whether the person is signed in, or the account or class was created.
 */
export const openContext = (
  element: HTMLElement,
  audience: Audience,
  portal: string,
): { context: ElementContext; hasSucceeded(): boolean; close(): void } => {
  const placement = placementOf(element.getAttribute('origin'), audience, widgetLocation(window, portal));
  if (placement.kind === 'blocked' || (placement.kind === 'widget' && placement.isAssumed)) {
    // Loads a message for developers. Visitors do not need it.
    import('./developer-messages.ts').then(
      ({ explainKey }) => explainKey(element, audience, portal, placement.kind === 'blocked'),
      () => undefined,
    );
  }
  let isReady = false;
  let isSuccess = false;
  /** The forms that were shown, and their fields that were started. */
  const reported = new Set<string>();
  /** Settings from `<maths-embed>` become attributes, as if they were in the page's markup. */
  const applySettings = (settings: FrameSettings): void => {
    for (const [name, value] of Object.entries(settings)) element.setAttribute(name, value);
    // Only a frame of the portal receives settings, so this code owns the document.
    if (settings.lang !== undefined) document.documentElement.lang = settings.lang;
  };
  /** The connection to the page around the frame. Only a framed widget loads post-robot. */
  let side: Promise<FrameSide | null> | undefined;
  /** Reports to the page around the frame, if it is the partner's. */
  const report = (send: (open: FrameSide) => void): void => {
    if (placement.kind !== 'widget' || !placement.framed) return;
    const { target } = placement;
    side ??= import('../../src/bridge/frame-side.ts').then(
      ({ openFrameSide }) => openFrameSide({ view: window, content: element, target, onSettings: applySettings }),
      () => null,
    );
    void side.then((open) => open !== null && send(open));
  };
  const dispatch = (name: string, detail: unknown): void => {
    element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  };
  const emit = <Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): void => {
    dispatch(name, detail);
    report((open) => open.fired(name, detail));
  };
  const step = (detail: StepDetail): void => {
    if (placement.kind !== 'widget') return;
    const { form, field } = detail;
    const isShown = detail.step === 'shown';
    if (isShown || detail.step === 'started') {
      const mark = `${form} ${field}`;
      if (reported.has(mark)) return;
      reported.add(mark);
    }
    // A visitor can type before the browser is idle.
    if (!isShown) step({ step: 'shown', form });
    emit('step', detail);
  };
  const context: ElementContext = {
    portal,
    step,
    mode: () => ({ kind: placement.kind }),
    language: () => languageOf(element),
    attribute: (name) => element.getAttribute(name) ?? undefined,
    setAttribute: (name, value) => element.setAttribute(name, value),
    emit,
    recordConversion: (type) => {
      if (placement.kind === 'first-party') dispatch(conversionEvent, type);
    },
    succeeded: (result) => {
      isSuccess = true;
      emit('auth-success', result);
      if (placement.kind === 'widget')
        postAuthSuccess(placement.framed ? window.parent : window, placement.target, result);
    },
    ready: () => {
      if (isReady) return;
      isReady = true;
      emit('ready', {});
    },
    failed: (error) => emit('auth-error', error),
  };
  return { context, hasSucceeded: () => isSuccess, close: () => void side?.then((open) => open?.close()) };
};
