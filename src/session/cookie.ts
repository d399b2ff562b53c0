import cookies from 'js-cookie';
import { limits } from '../config/limits.ts';

export type CookieHost = { location: Pick<Location, 'protocol'> };

/** Keeps a choice of the person's on this origin for a year. */
export const keepCookie = (host: CookieHost, name: string, value: string): void => {
  cookies.set(name, value, {
    path: '/',
    expires: limits.cookieDays,
    sameSite: 'lax',
    secure: host.location.protocol === 'https:',
  });
};
