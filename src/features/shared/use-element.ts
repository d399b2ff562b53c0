import { createContext, use, useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import type { TeacherFormMode } from '../../contracts/tags.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import type { RoutePath } from '../../contracts/routes.ts';
import { type ErrorContext, errorSentence, type Translate } from '../../i18n/translate.ts';
import type { Consent } from '../../session/consent.ts';
import type { Controller, FormController, ReportedFailure } from './controller.ts';
import type { ElementContext } from './element-context.ts';

/**
 * What the views of an element share while React renders them. Each render has a new one, so all views read it again.
 */
export type ViewValue = {
  t: Translate;
  element: ElementContext;
  /** Returns the absolute address of a page of the portal, in the language of `t`. */
  link(path: RoutePath): string;
};

export type Sentence = (failure: Failure, context?: ErrorContext) => string;

export const ViewContext = createContext<ViewValue | null>(null);

/** Returns the element around a view, and its translations. */
export const useElement = (): ViewValue & { sentence: Sentence } => {
  const view = use(ViewContext);
  if (view === null) throw new Error('A view outside of an element');
  return {
    ...view,
    sentence: (failure, context = 'account') => errorSentence(view.t, context, failure.code, failure),
  };
};

/** Returns a link to the teachers' start page that opens one of its forms. The page copies `mode` to the tag. */
export const teacherFormLink = (link: ViewValue['link'], mode: TeacherFormMode): string => {
  const url = new URL(link('/schoolzone/teacher/signup'));
  url.searchParams.set('mode', mode);
  return url.href;
};

/**
 * Re-renders when the state of the controller changes, and fires `auth-error` for each failure. Hydration starts from
 * the initial state, which was prerendered; React then renders the current one, for example when the form is
 * submitting.
 * @param say returns the sentence that the view shows for a failure, if it is not the usual one
 */
export function useController<State>(controller: Controller<State>, say?: Sentence): State {
  const { t, element, sentence } = useElement();
  const report = useEffectEvent(({ about, ...failure }: ReportedFailure) => {
    const message = (say ?? sentence)(failure);
    element.failed({ code: failure.code, message: about === undefined ? message : `${t(about)} ${message}` });
  });
  useEffect(() => controller.onFailure((failure) => report(failure)), [controller]);
  useEffect(() => controller.start?.(), [controller]);
  return useSyncExternalStore(controller.subscribe, controller.state, controller.initialState);
}

/**
 * Fires `ready` when what makes the element complete is in the page, which can be later than a change of the state.
 * The element is another one after hydration, and in another portal.
 */
export const useReady = (isComplete = true): void => {
  const { element } = useElement();
  useEffect(() => {
    if (isComplete) element.ready();
  }, [isComplete, element]);
};

/** Says in the attribute `mode` what is shown, before the paint, because the page has a heading for each. */
export const useMode = (shown: string): void => {
  const { element } = useElement();
  const setMode = useEffectEvent(() => element.setAttribute('mode', shown));
  useLayoutEffect(() => setMode(), [shown]);
};

/** Does the same as `useController` for a form, and fires `auth-error` when the page is not the partner's. */
export function useForm<State>(
  controller: FormController<State>,
  say?: Sentence,
  isComplete: (state: State) => boolean = () => true,
): State {
  const { element, sentence } = useElement();
  const state = useController(controller, say);
  useReady(isComplete(state));
  const isBlocked = element.mode().kind === 'blocked';
  const blocked = useEffectEvent(() => {
    const failure = { code: 'INVALID_PARENT_ORIGIN' } as const;
    element.failed({ ...failure, message: (say ?? sentence)(failure) });
  });
  useEffect(() => {
    if (isBlocked) blocked();
  }, [isBlocked]);
  return state;
}

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
