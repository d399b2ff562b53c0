import type { UserData } from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import type { Result } from '../../lib/result.ts';

/** The portal's own user-api (spec section 7). Tokens are the portal's, see `contracts/token.ts`. */
export type Users = {
  /** `PUT integrations`: makes a bound token valid; with `replaces`, the old one dies a minute later. */
  registerToken(token: string, options?: RegisterTokenOptions): Promise<Result<void>>;
  user(token: string, signal?: AbortSignal): Promise<Result<UserData>>;
  subscriptionStatus(token: string, signal?: AbortSignal): Promise<Result<{ isSubscribed: boolean }>>;
  /** Ends the session on the server; outlives the page. Nobody should wait for it. */
  signOut(token: string): Promise<Result<void>>;
  deleteAccount(token: string, language: Language, signal?: AbortSignal): Promise<Result<void>>;
  /** `secret` is what the mailed link carries. */
  resetPassword(secret: string, password: string, signal?: AbortSignal): Promise<Result<void>>;
};

export type RegisterTokenOptions = { replaces?: string; signal?: AbortSignal; background?: boolean };
