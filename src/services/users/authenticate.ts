import { requestLimit } from '../../config/limits.ts';
import { type AuthResult, authResult } from '../../contracts/auth-result.ts';
import type { Language } from '../../contracts/language.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { type Result, succeed } from '../../lib/result.ts';
import type { Identity } from '../identity/identity.ts';
import { type OpenSessionServices, openSession } from './open-session.ts';

export type AuthenticateServices = OpenSessionServices & { identity: Pick<Identity, 'signIn' | 'register'> };

/**
 * `keep`: whether the browser stores the session, on the portal's own pages. In widget mode nothing is ever written.
 */
export type Credentials = {
  email: string;
  password: string;
  language: Language;
  keep: boolean;
  /** Called when the user record exists, before the token is registered. */
  onUserRecord?: (() => void) | undefined;
};

/**
 * Authenticates a person with several calls under one deadline: a person waits 15 seconds at most, and not for each
 * call. The result is what a partner's page receives.
 */
const authenticate =
  (how: 'signIn' | 'register') =>
  (
    services: AuthenticateServices,
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

export const signIn = authenticate('signIn');
export const signUp = authenticate('register');
