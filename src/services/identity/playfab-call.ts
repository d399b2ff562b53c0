import { requestLimit } from '../../config/limits.ts';
import { DeadlinePassed, orAbort, withDeadline } from '../../lib/deadline.ts';
import { isOnline } from '../../lib/online.ts';
import { fail, type Result } from '../../lib/result.ts';
import type { Guard } from '../../lib/shapes.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import type { Http } from '../http/http.ts';
import { failureOfPlayfab } from './playfab-failure.ts';
import type { composePlayfabRequest, PlayfabMethod, PlayfabTitle } from './playfab-sdk.ts';

export type PlayfabCall<T> = {
  method: PlayfabMethod;
  request: Readonly<Record<string, unknown>>;
  /** Shape of the whole answer, `code` and `data`. */
  answer: Guard<T>;
  /** Whether sending it twice does no harm. */
  repeatable: boolean;
  /** Who is calling; null for a call that needs nobody. */
  player: SignInResponse | null;
  signal?: AbortSignal | undefined;
};

export type PlayfabSdk = { composePlayfabRequest: typeof composePlayfabRequest };

/** The SDK loads with the first call, or when `warmUp` says so: a page that is only looked at never needs it. */
export const createPlayfabCall = (title: PlayfabTitle, http: Http, importSdk: () => Promise<PlayfabSdk>) => {
  let loading: Promise<PlayfabSdk> | null = null;
  let sdk: PlayfabSdk | null = null;
  const load = () => {
    loading ??= importSdk().then(
      (loaded) => (sdk = loaded),
      (cause) => {
        // The next call tries again.
        loading = null;
        throw cause;
      },
    );
    return loading;
  };

  const call = <T>({ method, request, player, signal, ...rest }: PlayfabCall<T>): Promise<Result<T>> =>
    withDeadline(requestLimit, signal, async (limited) => {
      try {
        // Without a pause once it is there: calls leave in the order in which they were made.
        const { composePlayfabRequest } = sdk ?? (await orAbort(load(), limited));
        const composed = composePlayfabRequest(title, method, request, player);
        const readFailure = failureOfPlayfab;
        return await http.request({ ...composed, ...rest, method: 'POST', readFailure, signal: limited });
      } catch {
        // The SDK's own chunk did not come.
        if (limited.reason instanceof DeadlinePassed) return fail('TIMEOUT');
        return fail(isOnline() ? 'SERVICE_UNAVAILABLE' : 'OFFLINE');
      }
    });

  return { call, warmUp: () => void load().catch(() => {}) };
};
