import type { TeacherFormMode } from '../../contracts/elements.ts';
import type { ElementView } from './use-element.ts';

/** Returns a link to the teachers' start page that opens one of its forms. The page copies `mode` to the tag. */
export const teacherFormLink = (link: ElementView['link'], mode: TeacherFormMode): string => {
  const url = new URL(link('/schoolzone/teacher/signup'));
  url.searchParams.set('mode', mode);
  return url.href;
};
