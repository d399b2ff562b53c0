import type { Result } from '../../lib/result.ts';
import type { Guard } from '../../lib/shapes.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import type { Http } from '../http/http.ts';
import { failureOfPlayfab } from './playfab-failure.ts';
import { composePlayfabRequest, type PlayfabMethod, type PlayfabTitle } from './playfab-sdk.ts';

export type PlayfabCall<T> = {
  method: PlayfabMethod;
  request: Readonly<Record<string, unknown>>;
  /** Shape of the whole answer, `code` and `data`. */
  answer: Guard<T>;
  /** Whether sending it twice does no harm. */
  repeatable: boolean;
  /** The calling player; null for a call that needs none. */
  player: SignInResponse | null;
  signal?: AbortSignal | undefined;
};

/** Sends calls that the SDK composes. */
export const createPlayfabCall =
  (title: PlayfabTitle, http: Http) =>
  <T>({ method, request, player, signal, ...rest }: PlayfabCall<T>): Promise<Result<T>> =>
    http.request({
      ...composePlayfabRequest(title, method, request, player),
      ...rest,
      method: 'POST',
      readFailure: failureOfPlayfab,
      signal,
    });
