import type { WidgetName } from '../src/contracts/elements.ts';
import type { TagName } from '../src/contracts/tags.ts';
import { routes } from '../src/contracts/routes.ts';
import { chosenWidget } from './page.ts';

type Form = {
  tag: TagName;
  /** The path of the portal's own page with the same form. */
  path: string;
  /** A description of the result for partners. */
  result: string;
};
const forms: Record<WidgetName, Form> = {
  signin: { tag: 'maths-sign-in', path: routes.signIn.path, result: 'userID, playfabID, idToken' },
  signup: { tag: 'maths-sign-up', path: routes.signUp.path, result: 'userID, playfabID, idToken' },
  'teacher-signup': {
    tag: 'maths-teacher-sign-up',
    path: routes.teacherSignUp.path,
    result: 'classroomCode, classroomID, idToken',
  },
  cancel: { tag: 'maths-cancel', path: routes.cancel.path, result: 'kind' },
};

/** The form that the visitor chose. */
export const chosenForm = (): Form => forms[chosenWidget()];
