import cookies from 'js-cookie';
import { limits } from '../config/limits.ts';

export type CookieHost = { location: Pick<Location, 'protocol'> };

/** Stores a choice on this origin for a year. */
export const keepCookie = (host: CookieHost, name: string, value: string): void => {
  cookies.set(name, value, {
    path: '/',
    expires: limits.cookieDays,
    sameSite: 'lax',
    secure: host.location.protocol === 'https:',
  });
};
