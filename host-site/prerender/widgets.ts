import type { FormTag } from '../../elements/shared/form-key.ts';
import type { WidgetRoute } from '../../src/contracts/routes.ts';

/**
 * `/widgets/*`: one tag and nothing else, its attributes from the query. What it reports to the page around it is the
 * element's own matter.
 */
export const widgets = {
  widgetSignIn: { tag: 'maths-sign-in', title: 'title.signIn' },
  widgetSignUp: { tag: 'maths-sign-up', title: 'title.signUp' },
  widgetTeacherSignUp: { tag: 'maths-teacher-sign-up', title: 'title.teacherSignUp' },
} as const satisfies Record<WidgetRoute, { tag: FormTag; title: string }>;

export type Widget = (typeof widgets)[WidgetRoute];
