import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import type { Controller, ReportedFailure, FormController } from './controller.ts';
import { type Sentence, useElement } from './use-element.ts';
import type { Consent } from '../../session/consent.ts';

/**
 * Re-renders when the state of the controller changes, and fires `auth-error` for each failure. Hydration starts from the
 * initial state, which is what was prerendered; React then renders the current state, for example when the form is already
 * submitting.
 * @param say returns the sentence that the view shows for a failure, if it is not the usual one
 */
export const useController = <State>(controller: Controller<State>, say?: Sentence): State => {
  const { t, element, sentence } = useElement();
  const report = useEffectEvent(({ about, ...failure }: ReportedFailure) => {
    const message = (say ?? sentence)(failure);
    element.failed({ code: failure.code, message: about === undefined ? message : `${t(about)} ${message}` });
  });
  useEffect(() => controller.onFailure((failure) => report(failure)), [controller]);
  useEffect(() => controller.start?.(), [controller]);
  return useSyncExternalStore(controller.subscribe, controller.state, controller.initialState);
};

/** Fires `ready` when what makes the element complete is in the page, which can be later than a change of the state. */
export const useReady = (isComplete = true): void => {
  const { element } = useElement();
  const ready = useEffectEvent(() => element.ready());
  useEffect(() => {
    if (isComplete) ready();
  }, [isComplete]);
};

/** Says in the attribute `mode` what is shown, before the paint, because the page has a heading for each. */
export const useMode = (shown: string): void => {
  const { element } = useElement();
  const tell = useEffectEvent(() => element.setAttribute('mode', shown));
  useLayoutEffect(() => tell(), [shown]);
};

/** Returns whether the page is not the partner's, and fires `auth-error` then. */
export const useBlocked = (say?: Sentence): boolean => {
  const { element, sentence } = useElement();
  const blocked = useEffectEvent(() => {
    const failure = { code: 'INVALID_PARENT_ORIGIN' } as const;
    element.failed({ ...failure, message: (say ?? sentence)(failure) });
  });
  const isBlocked = element.mode().kind === 'blocked';
  useEffect(() => {
    if (isBlocked) blocked();
  }, [isBlocked]);
  return isBlocked;
};

/** Does the same as `useController` for a form, which is complete at once, and says when it is blocked. */
export const useForm = <State>(controller: FormController<State>, say?: Sentence): State => {
  const state = useController(controller, say);
  useReady();
  useBlocked(say);
  return state;
};

/** Returns whether the consent cookie satisfies the form. During hydration it returns false, as at build time. */
export const useConsented = (consent: Pick<Consent, 'given' | 'subscribe'>): boolean => {
  const { element } = useElement();
  return useSyncExternalStore(
    consent.subscribe,
    // A widget does not read the cookie: in a sandboxed frame `document.cookie` throws.
    () => element.mode().kind === 'first-party' && consent.given(),
    () => false,
  );
};
