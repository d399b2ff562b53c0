import cookies from 'js-cookie';
import { limits } from '../config/limits.ts';

export type CookieHost = { location: Pick<Location, 'protocol'> };

/** Stores a choice on this origin for a year. */
export const keepCookie = ({ location }: CookieHost, name: string, value: string): void => {
  cookies.set(name, value, {
    path: '/',
    expires: limits.cookieDays,
    sameSite: 'lax',
    secure: location.protocol === 'https:',
  });
};
