import { requestLimit } from '../../config/limits.ts';
import { type AuthResult, authResult } from '../../contracts/auth-result.ts';
import type { Language } from '../../contracts/language.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { type Result, succeed } from '../../lib/result.ts';
import type { Identity } from '../identity/identity.ts';
import { type OpenSessionServices, openSession } from './open-session.ts';

export type EnterServices = OpenSessionServices & { identity: Pick<Identity, 'signIn' | 'register'> };

/** `keep`: the browser keeps the session, on the portal's own pages; in widget mode nothing is ever written. */
export type Credentials = {
  email: string;
  password: string;
  language: Language;
  keep: boolean;
  /** Called when the user record exists, before the token is registered. */
  onUserRecord?: (() => void) | undefined;
};

/**
 * The whole way in, several calls under one deadline: a person waits 15 seconds at most, not for each call.
 * The answer is what a partner's page gets.
 */
const enter =
  (how: 'signIn' | 'register') =>
  (
    services: EnterServices,
    { email, password, language, keep, onUserRecord }: Credentials,
    signal?: AbortSignal,
  ): Promise<Result<AuthResult>> =>
    withDeadline(requestLimit, signal, async (limited) => {
      const response = await services.identity[how](email, password, limited);
      if (!response.ok) return response;
      const newAccount = how === 'register';
      const opened = await openSession(services, {
        response: response.value,
        email,
        language,
        newAccount,
        keep,
        onUserRecord,
        signal: limited,
      });
      return opened.ok ? succeed(authResult(opened.value.session, opened.value.userID)) : opened;
    });

export const signIn = enter('signIn');
export const signUp = enter('register');
