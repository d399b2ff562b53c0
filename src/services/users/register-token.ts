import type { Endpoints } from '../../config/endpoints.ts';
import { activate, type SignInProof } from '../../contracts/calls/sign-in.ts';
import type { ForPartner, SignedResult } from '../../contracts/id-token.ts';
import { platform } from '../../contracts/token.ts';
import { randomBase64Url } from '../../lib/browser.ts';
import type { Result } from '../../lib/result.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createPortalCall } from '../http/portal-call.ts';

/** Creates a token for this browser: 43 characters, see `contracts/token.ts`. The server stores only its hash. */
export const createPortalToken = (): string => randomBase64Url(32);

export type RegisterTokenOptions = ForPartner & {
  replaces?: string | undefined;
  /** For a sign-in of an account whose password was reset. */
  proof?: SignInProof | undefined;
  /** Whether the old token went out in a store link. */
  leaving?: boolean | undefined;
  signal?: AbortSignal | undefined;
  background?: boolean | undefined;
};

/**
 * Makes a bound token valid. With `replaces`, the old one expires a minute later, or a day later when `leaving`. With
 * `partner`, the result is signed for that partner's server.
 */
export type RegisterToken = (token: string, options?: RegisterTokenOptions) => Promise<Result<SignedResult>>;

/** A separate module, because a sign-in needs no other part of the user-api and should not load it. */
export const createRegisterToken = (endpoints: Endpoints, http: Http = createHttp()): RegisterToken => {
  const call = createPortalCall(endpoints, http);
  return (token, { replaces, proof, partner, leaving = false, signal, background = false } = {}) => {
    const body = { token, ...(leaving && { leaving: 'true' as const }), ...(partner && { partner }), ...proof };
    return call(activate, { token: replaces, query: { p: platform }, body, background }, signal);
  };
};
