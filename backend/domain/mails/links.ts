import type { Language } from '../../../src/contracts/language.ts';
import { classroomPath, routes } from '../../../src/contracts/routes.ts';

/** Creates the links of mails. The secret is in the fragment, which no server, log or Referer receives. */
export const createMailLinks = (portal: string, language: Language) => {
  const page = (path: string, token?: string): string => {
    const url = new URL(path, portal);
    url.searchParams.set('lang', language);
    if (token !== undefined) url.hash = new URLSearchParams({ token }).toString();
    return url.href;
  };
  return {
    resetPassword: (token: string): string => page(routes.resetPassword.path, token),
    dashboard: (): string => page(routes.dashboard.path),
    signIn: (): string => page(routes.signIn.path),
    /** The key of a class is part of the path, because the address of the page itself gives access to the class. */
    classroom: (classroomID: string): string => page(classroomPath(classroomID)),
    updateForm: (): string => page(`${routes.teacherSignUp.path}?mode=update`),
    classroomUpdate: (token: string): string => page(routes.classroomUpdate.path, token),
  };
};
