import type { ElementEventName, WidgetName } from '../src/contracts/elements.ts';
import type { TagName } from '../src/contracts/tags.ts';
import { routes } from '../src/contracts/routes.ts';
import { chosenWidget } from './page.ts';

type Form = {
  tag: TagName;
  /** The path of the portal's own page with the same form. */
  path: string;
  /** The event with the result, and what a partner reads of it. */
  event: ElementEventName;
  result: string;
};
const forms: Record<WidgetName, Form> = {
  signin: {
    tag: 'maths-sign-in',
    path: routes.signIn.path,
    event: 'auth-success',
    result: 'userID, playfabID, idToken',
  },
  signup: {
    tag: 'maths-sign-up',
    path: routes.signUp.path,
    event: 'auth-success',
    result: 'userID, playfabID, idToken',
  },
  'teacher-signup': {
    tag: 'maths-teacher-sign-up',
    path: routes.teacherSignUp.path,
    event: 'auth-success',
    result: 'classroomCode, classroomID, idToken',
  },
  cancel: { tag: 'maths-cancel', path: routes.cancel.path, event: 'declared', result: 'kind' },
};

/** The form that the visitor chose. */
export const chosenForm = (): Form => forms[chosenWidget()];
