import type { Endpoints } from '../../config/endpoints.ts';
import { type Result, withoutValue } from '../../lib/result.ts';
import { bearer } from '../http/bearer.ts';
import { createHttp, type Http } from '../http/http.ts';
import { isSuccess } from '../http/success.ts';
import { integrationsAddress } from './user-api.ts';

export type RegisterTokenOptions = {
  replaces?: string | undefined;
  /** Whether the old token went out in a store link. */
  leaving?: boolean | undefined;
  signal?: AbortSignal | undefined;
  background?: boolean | undefined;
};

/**
 * `PUT integrations`: makes a bound token valid. With `replaces`, the old one expires a minute later, or a day later
 * when `leaving`.
 */
export type RegisterToken = (token: string, options?: RegisterTokenOptions) => Promise<Result<void>>;

/** A separate module, because a sign-in needs no other part of the user-api and should not load it. */
export const createRegisterToken =
  (endpoints: Endpoints, http: Http = createHttp()): RegisterToken =>
  async (token, { replaces, leaving = false, signal, background = false } = {}) =>
    withoutValue(
      await http.request({
        method: 'PUT',
        url: integrationsAddress(endpoints),
        form: leaving ? { token, leaving: 'true' } : { token },
        headers: replaces === undefined ? {} : bearer(replaces),
        answer: isSuccess,
        background,
        signal,
      }),
    );
