import { elementAttributes } from '../src/contracts/elements.ts';
import { isWidgetRoute, type WidgetRoute } from '../src/contracts/routes.ts';
import { routeOf } from './routing/address.ts';

/**
 * `/widgets/*`: one tag and nothing else, its attributes from the query. What it reports to the page around it is the
 * element's own matter.
 */
export const widgets = {
  widgetSignIn: {
    tag: 'maths-sign-in',
    title: 'title.signIn',
    define: () => import('../elements/sign-in/sign-in.define.ts'),
  },
  widgetSignUp: {
    tag: 'maths-sign-up',
    title: 'title.signUp',
    define: () => import('../elements/sign-up/sign-up.define.ts'),
  },
  widgetTeacherSignUp: {
    tag: 'maths-teacher-sign-up',
    title: 'title.teacherSignUp',
    define: () => import('../elements/teacher-sign-up/teacher-sign-up.define.ts'),
  },
} as const satisfies Record<WidgetRoute, object>;

export type Widget = (typeof widgets)[WidgetRoute];

export const widgetOf = (pathname: string): Widget | null => {
  const route = routeOf(pathname);
  return route !== null && isWidgetRoute(route) ? widgets[route] : null;
};

export const showWidget = ({ tag, define }: Widget): void => {
  const query = new URLSearchParams(location.search);
  const element = document.createElement(tag);
  // Always in widget mode: without a key the form must say so, not turn into the first-party one.
  element.setAttribute('origin', query.get('origin') ?? '');
  for (const name of elementAttributes[tag]) {
    const value = query.get(name);
    if (value !== null) element.setAttribute(name, value);
  }
  document.documentElement.className = 'widget';
  // Shows in the tag's place as long as its script or its words stay away.
  const late = document.getElementById('late');
  if (late !== null) element.append(late);
  document.body.replaceChildren(element);
  define().catch(() => undefined);
};
