import { limits } from '../config/limits.ts';

export type CookieHost = { location: Pick<Location, 'protocol'> };

/** Stores a choice on this origin for a year. Neither the name nor the value may need an escape. */
export const keepCookie = (host: CookieHost, name: string, value: string): void => {
  const secure = host.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${value}; path=/; max-age=${limits.cookieDays * 86_400}; sameSite=lax${secure}`;
};
