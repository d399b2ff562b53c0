import type { TeacherFormMode } from '../../src/contracts/elements.ts';
import type { View } from './view.ts';

/** The teachers' front page with one of its two forms open; the page gives `mode` on to the tag. */
export const teacherFormLink = ({ link }: Pick<View, 'link'>, mode: TeacherFormMode): string => {
  const url = new URL(link('/schoolzone/teacher/signup'));
  url.searchParams.set('mode', mode);
  return url.href;
};
