import type { Endpoints } from '../../config/endpoints.ts';
import {
  apiPaths,
  type PasswordReset,
  type PasswordResetAnswer,
  type PasswordResetBody,
  type UserAnswer,
  type UserData,
} from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import { encodePParameter, platform } from '../../contracts/token.ts';
import { type Result, succeed, withoutValue } from '../../lib/result.ts';
import { type TypeGuard, list, literal, object, oneOf, text } from '../../lib/shapes.ts';
import { isSubscriptionAnswer, type SubscriptionSummary, subscriptionState } from '../billing/subscription-answer.ts';
import { createHttp, type Http } from '../http/http.ts';
import { bearer, isSuccess } from '../http/portal-api.ts';
import { createRegisterToken, integrationsAddress, type RegisterToken, userApiAddress } from './register-token.ts';

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

const isUser: TypeGuard<UserAnswer> = object({
  success: literal(true),
  data: object({ id: text, integrations: list(object({ service: text, serviceKey: text })) }),
});

const isPasswordReset: TypeGuard<PasswordResetAnswer> = object({
  success: literal(true),
  data: object({ code: text, devices: oneOf(['kept', 'signed-out', 'failed']) }),
});

export const createUsersClient = (endpoints: Endpoints, http: Http = createHttp()): UsersClient => {
  const address = (path: string, query: Record<string, string>) => userApiAddress(endpoints, path, query);

  return {
    registerToken: createRegisterToken(endpoints, http),

    user: async (token, signal) => {
      const url = address(apiPaths.user, { p: encodePParameter(token) });
      const result = await http.request({ method: 'GET', url, answer: isUser, signal });
      return result.ok ? succeed(result.value.data) : result;
    },

    subscriptionStatus: async (token, signal) => {
      const url = address(apiPaths.subscriptionStatus, { p: encodePParameter(token) });
      const result = await http.request({ method: 'GET', url, answer: isSubscriptionAnswer, signal });
      return result.ok ? succeed(subscriptionState(result.value)) : result;
    },

    signOut: async (token) =>
      withoutValue(
        await http.request({
          method: 'DELETE',
          url: integrationsAddress(endpoints),
          headers: bearer(token),
          answer: isSuccess,
          keepalive: true,
        }),
      ),

    deleteAccount: async (token, language, signal) =>
      withoutValue(
        await http.request({
          method: 'DELETE',
          url: address(`${apiPaths.user}/`, { lang: language, token, p: platform }),
          answer: isSuccess,
          // Not repeatable, because after a lost response a second attempt would return TOKEN_EXPIRED for a deleted
          // account.
          repeatable: false,
          signal,
        }),
      ),

    resetPassword: async (secret, password, signOutDevices, signal) => {
      const json: PasswordResetBody = { token: secret, password, signOutDevices };
      const url = endpoints.portal + apiPaths.passwordReset;
      const result = await http.request({ method: 'POST', url, json, answer: isPasswordReset, signal });
      return result.ok ? succeed(result.value.data) : result;
    },
  };
};
