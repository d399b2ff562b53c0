import type { Endpoints } from '../../config/endpoints.ts';
import type { Call } from '../../contracts/calls/call.ts';
import { encodePParameter } from '../../contracts/session.ts';
import type { Result } from '../../lib/result.ts';
import { literal, object, removeUnnamed } from '../../contracts/shapes.ts';
import type { HttpRequest } from './attempt.ts';
import type { Http } from './http.ts';

/** Returns the header of a call with a session's token, a key or the secret of a mailed link. */
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const isSuccess = object({ success: literal(true) });

/** What a call sends. `token` travels where the call's definition says. */
type Input<Body, Query> = {
  token?: string | undefined;
  background?: boolean;
  keepalive?: boolean;
} & (undefined extends Body ? { body?: undefined } : { body: Body }) &
  (undefined extends Query ? { query?: undefined } : { query: Query });

const textsOf = (members: unknown): Record<string, string> => Object.fromEntries(Object.entries(members ?? {}));

/** Returns a function that sends the calls of `contracts/calls`, and returns what these name of the answer. */
export const createPortalCall =
  ({ portal }: Endpoints, http: Http, readFailure?: HttpRequest<unknown>['readFailure']) =>
  async <Path extends string, Body, Query, Answer, Sent>(
    { method, path, tokenIn, form, repeatable, answer }: Call<Path, Body, Query, Answer, Sent>,
    { token, query, body, background = false, keepalive = false }: Input<Body, Query>,
    signal?: AbortSignal,
  ): Promise<Result<Answer>> => {
    const search = new URLSearchParams({
      ...(token !== undefined && tokenIn === 'p' && { p: encodePParameter(token) }),
      ...(token !== undefined && tokenIn === 'token' && { token }),
      ...textsOf(query),
    });
    const result = await http.request({
      method,
      url: `${portal}${path}${search.size > 0 ? `?${search}` : ''}`,
      ...(form ? { form: textsOf(body) } : method === 'POST' && { json: body ?? {} }),
      ...(token !== undefined && tokenIn === undefined && { headers: bearer(token) }),
      ...(repeatable !== undefined && { repeatable }),
      ...(readFailure && { readFailure }),
      answer: (input): input is Answer => isSuccess(input) && answer(input),
      background,
      keepalive,
      signal,
    });
    if (result.ok) removeUnnamed(answer, result.value);
    return result;
  };
