import type { Language } from '../../../src/contracts/language.ts';
import { routes } from '../../../src/contracts/routes.ts';

/** Links of mails. The secret goes into the fragment, which no server, log or Referer sees. */
export const createMailLinks = (portal: string, language: Language) => {
  const page = (path: string): URL => {
    const url = new URL(path, portal);
    url.searchParams.set('lang', language);
    return url;
  };
  return {
    resetPassword: (token: string): string => {
      const url = page(routes.resetPassword.path);
      url.hash = new URLSearchParams({ token }).toString();
      return url.href;
    },
    dashboard: (): string => page(routes.dashboard.path).href,
    signIn: (): string => page(routes.signIn.path).href,
  };
};
