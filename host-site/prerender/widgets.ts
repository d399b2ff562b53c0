import type { FormTag } from '../../elements/shared/form-key.ts';
import type { WidgetRoute } from '../../src/contracts/routes.ts';

/**
 * The pages `/widgets/*`. Each has one tag and nothing else, with its attributes from the query. The element itself
 * reports to the page around it.
 */
export const widgets = {
  widgetSignIn: { tag: 'maths-sign-in', title: 'title.signIn' },
  widgetSignUp: { tag: 'maths-sign-up', title: 'title.signUp' },
  widgetTeacherSignUp: { tag: 'maths-teacher-sign-up', title: 'title.teacherSignUp' },
} as const satisfies Record<WidgetRoute, { tag: FormTag; title: string }>;

export type Widget = (typeof widgets)[WidgetRoute];
