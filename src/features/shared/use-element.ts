import { createContext, use } from 'react';
import type { TeacherFormMode } from '../../contracts/elements.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import type { RoutePath } from '../../contracts/routes.ts';
import { type ErrorContext, errorSentence, type Translate } from '../../i18n/translate.ts';
import type { ElementContext } from './element-context.ts';

/** What the views of an element share while React renders them. Each render has a new one, so all views read it again. */
export type ElementView = {
  t: Translate;
  element: ElementContext;
  /** Returns the absolute address of a page of the portal, in the language of `t`. */
  link(path: RoutePath): string;
};

export type Sentence = (failure: Failure, context?: ErrorContext) => string;

export const ElementViewContext = createContext<ElementView | null>(null);

/** Returns the element around a view, and its translations. */
export const useElement = (): ElementView & { sentence: Sentence } => {
  const view = use(ElementViewContext);
  if (view === null) throw new Error('A view outside of an element');
  return {
    ...view,
    sentence: (failure, context = 'account') => errorSentence(view.t, context, failure.code, failure),
  };
};

/** Returns a link to the teachers' start page that opens one of its forms. The page copies `mode` to the tag. */
export const teacherFormLink = (link: ElementView['link'], mode: TeacherFormMode): string => {
  const url = new URL(link('/schoolzone/teacher/signup'));
  url.searchParams.set('mode', mode);
  return url.href;
};
