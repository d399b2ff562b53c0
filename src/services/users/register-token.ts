import type { Endpoints } from '../../config/endpoints.ts';
import { apiPaths, type SignInProof } from '../../contracts/api.ts';
import { type ForPartner, type SignedResult, signedOf } from '../../contracts/id-token.ts';
import { platform } from '../../contracts/token.ts';
import { randomBase64Url } from '../../lib/browser.ts';
import { type Result, succeed } from '../../lib/result.ts';
import { flag, literal, object, text, type TypeGuard } from '../../lib/shapes.ts';
import { createHttp, type Http } from '../http/http.ts';
import { bearer } from '../http/portal-api.ts';

/** Creates a token for this browser: 43 characters, see `contracts/token.ts`. The server stores only its hash. */
export const createPortalToken = (): string => randomBase64Url(32);

/** Addresses of the user-api (product-spec.md#7-calls-made). */
export const userApiAddress = ({ portal }: Endpoints, path: string, query: Record<string, string>): string =>
  `${portal}${path}?${new URLSearchParams(query)}`;

export const integrationsAddress = (endpoints: Endpoints): string =>
  userApiAddress(endpoints, apiPaths.integrations, { p: platform });

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
 * `PUT integrations`: makes a bound token valid. With `replaces`, the old one expires a minute later, or a day later
 * when `leaving`. With `partner`, the result is signed for that partner's server.
 */
export type RegisterToken = (token: string, options?: RegisterTokenOptions) => Promise<Result<SignedResult>>;

const isActivated: TypeGuard<{ success: true } & SignedResult> = object(
  { success: literal(true) },
  { idToken: text, created: flag },
);

/** A separate module, because a sign-in needs no other part of the user-api and should not load it. */
export const createRegisterToken =
  (endpoints: Endpoints, http: Http = createHttp()): RegisterToken =>
  async (token, { replaces, proof, partner, leaving = false, signal, background = false } = {}) => {
    const result = await http.request({
      method: 'PUT',
      url: integrationsAddress(endpoints),
      form: { token, ...(leaving && { leaving: 'true' }), ...(partner && { partner }), ...proof },
      headers: replaces === undefined ? {} : bearer(replaces),
      answer: isActivated,
      background,
      signal,
    });
    return result.ok ? succeed(signedOf(result.value)) : result;
  };
