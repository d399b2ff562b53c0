import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import type { Result } from '../../lib/result.ts';
import type { TypeGuard } from '../../lib/shapes.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import type { Http } from '../http/http.ts';
import { failureOfLogin, failureOfPlayfab, loginFailureReader } from './playfab-failure.ts';
import { composePlayfabRequest, type PlayfabMethod, type PlayfabTitle } from './playfab-sdk.ts';

export type PlayfabCall<T> = {
  method: PlayfabMethod;
  request: Readonly<Record<string, unknown>>;
  /** The shape of the whole response, `code` and `data`. */
  answer: TypeGuard<T>;
  /** Whether the call can be repeated safely. */
  repeatable: boolean;
  /** The calling player; null for a call that needs none. */
  player: SignInResponse | null;
  /** Reads the body of a failure. Default: PlayFab's shape. */
  readFailure?: (body: unknown) => Failure | undefined;
  signal?: AbortSignal | undefined;
};

/** Sends calls that the SDK composes. */
export const createPlayfabCall =
  (title: PlayfabTitle, http: Http) =>
  <T>({ method, request, player, signal, ...rest }: PlayfabCall<T>): Promise<Result<T>> =>
    http.request({
      ...composePlayfabRequest(title, method, request, player),
      readFailure: failureOfPlayfab,
      ...rest,
      method: 'POST',
      signal,
    });

/**
 * Sends a call that signs a player in.
 * @param refused the code for every rejected login, independent of PlayFab's reason
 */
export const sendLogin = async <T>(
  call: ReturnType<typeof createPlayfabCall>,
  refused: ErrorCode,
  login: PlayfabCall<T>,
): Promise<Result<T>> => {
  const result = await call({ ...login, readFailure: loginFailureReader(refused) });
  return result.ok ? result : { ok: false, failure: failureOfLogin(result.failure, refused) };
};
