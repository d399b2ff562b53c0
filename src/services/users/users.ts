import type { Endpoints } from '../../config/endpoints.ts';
import {
  deleteUser,
  type PasswordReset,
  readUser,
  resetPassword,
  signOut,
  type UserData,
} from '../../contracts/calls/account.ts';
import { readSubscription } from '../../contracts/calls/subscription.ts';
import type { Language } from '../../contracts/language.ts';
import { platform } from '../../contracts/token.ts';
import { mapValue, type Result, withoutValue } from '../../lib/result.ts';
import { type SubscriptionSummary, summaryOf } from '../billing/billing.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createPortalCall } from '../http/portal-call.ts';
import { createRegisterToken, type RegisterToken } from './register-token.ts';

/**
 * The client of the portal's user-api (product-spec.md#7-calls-made). Tokens are the portal's, see
 * `contracts/token.ts`.
 */
export type UsersClient = {
  registerToken: RegisterToken;
  user(token: string, signal?: AbortSignal): Promise<Result<UserData>>;
  subscriptionStatus(token: string, signal?: AbortSignal): Promise<Result<SubscriptionSummary>>;
  /** Ends the session on the server, also after the page is closed. Do not wait for it. */
  signOut(token: string): Promise<Result<void>>;
  deleteAccount(token: string, language: Language, signal?: AbortSignal): Promise<Result<void>>;
  /** `secret` is the secret of the mailed link. `signOutDevices` also unlinks the devices that play. */
  resetPassword(
    secret: string,
    password: string,
    signOutDevices: boolean,
    signal?: AbortSignal,
  ): Promise<Result<PasswordReset>>;
};

export const createUsersClient = (endpoints: Endpoints, http: Http = createHttp()): UsersClient => {
  const call = createPortalCall(endpoints, http);
  return {
    registerToken: createRegisterToken(endpoints, http),
    user: async (token, signal) => mapValue(await call(readUser, { token }, signal), ({ data }) => data),
    subscriptionStatus: async (token, signal) => mapValue(await call(readSubscription, { token }, signal), summaryOf),
    signOut: async (token) => withoutValue(await call(signOut, { token, query: { p: platform }, keepalive: true })),
    deleteAccount: async (token, lang, signal) =>
      withoutValue(await call(deleteUser, { token, query: { p: platform, lang } }, signal)),
    resetPassword: async (token, password, signOutDevices, signal) =>
      mapValue(await call(resetPassword, { body: { token, password, signOutDevices } }, signal), ({ data }) => data),
  };
};
