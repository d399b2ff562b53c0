import type { Endpoints } from '../../config/endpoints.ts';
import {
  deleteUser,
  exportUser,
  mailMoveInLink,
  openMoveInLink,
  readUser,
  resetPassword,
  signOut,
} from '../../contracts/calls/account.ts';
import { readSubscription } from '../../contracts/calls/subscription.ts';
import type { Language } from '../../contracts/language.ts';
import { platform } from '../../contracts/session.ts';
import { mapValue, withoutValue } from '../../lib/result.ts';
import { summaryOf } from '../billing.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createPortalCall } from '../http/portal-call.ts';
import { createActivateToken } from './authenticate.ts';

/** The client of the user-api (product-spec.md#7-calls-made). Tokens are the portal's, see `contracts/session.ts`. */
export const createUsersClient = (endpoints: Endpoints, http: Http = createHttp()) => {
  const call = createPortalCall(endpoints, http);
  return {
    activateToken: createActivateToken(endpoints, http),
    user: async (token: string, signal?: AbortSignal) =>
      mapValue(await call(readUser, { token }, signal), ({ data }) => data),
    subscriptionStatus: async (token: string, signal?: AbortSignal) =>
      mapValue(await call(readSubscription, { token }, signal), summaryOf),
    /** Ends the session on the server, also after the page is closed. Do not wait for it. */
    signOut: async (token: string) =>
      withoutValue(await call(signOut, { token, query: { p: platform }, keepalive: true })),
    deleteAccount: async (token: string, lang: Language, signal?: AbortSignal) =>
      withoutValue(await call(deleteUser, { token, query: { p: platform, lang } }, signal)),
    /** Returns the file of everything that is kept about the person. */
    exportData: async (token: string, signal?: AbortSignal) =>
      mapValue(await call(exportUser, { token }, signal), ({ file }) => file),
    mailMoveInLink: async (token: string, lang: Language, signal?: AbortSignal) =>
      withoutValue(await call(mailMoveInLink, { token, body: { lang } }, signal)),
    /** Returns whether the membership is in the account now. */
    openMoveInLink: async (token: string, secret: string, signal?: AbortSignal) =>
      mapValue(await call(openMoveInLink, { token, body: { secret } }, signal), ({ isHere }) => isHere),
    /** `secret` is the secret of the mailed link. `signOutDevices` also unlinks the devices that play. */
    resetPassword: async (secret: string, password: string, signOutDevices: boolean, signal?: AbortSignal) => {
      const body = { token: secret, password, signOutDevices };
      return mapValue(await call(resetPassword, { body }, signal), ({ data }) => data);
    },
  };
};
export type UsersClient = ReturnType<typeof createUsersClient>;
