import type { TeacherFormMode } from '../../src/contracts/elements.ts';
import type { View } from './view.ts';

/** Returns a link to the teachers' start page that opens one of its two forms. The page copies `mode` to the tag. */
export const teacherFormLink = ({ link }: Pick<View, 'link'>, mode: TeacherFormMode): string => {
  const url = new URL(link('/schoolzone/teacher/signup'));
  url.searchParams.set('mode', mode);
  return url.href;
};
