import type { Failure } from '../../contracts/error-codes.ts';
import type { Guard } from '../../lib/shapes.ts';
import { failureOfApi, failureOfStatus } from './failure.ts';
import { parseRetryAfter } from './retry-after.ts';

export type HttpRequest<T> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** The shape that a good answer has; anything else is a failure. */
  answer: Guard<T>;
  json?: unknown;
  form?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Whether sending it twice does no harm. Default: everything but POST. */
  repeatable?: boolean;
  /** No visitor waits for it: long back-off, no deadline. */
  background?: boolean;
  /** The request outlives the page. */
  keepalive?: boolean;
  signal?: AbortSignal | undefined;
  /** Takes a good answer's body that is not JSON. */
  readSuccess?: (response: Response) => Promise<unknown>;
  /** Reads a failure's body; default: our own API's shape. Undefined leaves it to the status. */
  readFailure?: (body: unknown) => Failure | undefined;
};

/** `again`: whether another attempt may fare better. */
export type Attempt<T> = { ok: true; value: T } | { ok: false; failure: Failure; again: boolean };

export type Network = {
  fetch: typeof globalThis.fetch;
  /** False only when the browser is sure to have no connection. */
  online: () => boolean;
  now: () => number;
};

const bodyOf = ({ json, form }: HttpRequest<unknown>): { body?: string; headers: Record<string, string> } => {
  if (form !== undefined) {
    const type = 'application/x-www-form-urlencoded;charset=UTF-8';
    return { body: new URLSearchParams(form).toString(), headers: { 'Content-Type': type } };
  }
  if (json !== undefined) return { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } };
  return { headers: {} };
};

/** The body as JSON; undefined when it is something else, such as a proxy's HTML or half an answer. */
const readBody = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const judge = <T>(request: HttpRequest<T>, response: Response, body: unknown, now: number): Attempt<T> => {
  if (response.ok && request.answer(body)) return { ok: true, value: body };
  const known = (request.readFailure ?? failureOfApi)(body);
  // An answer that is well but unreadable comes from something between us and the server.
  const failure = known ?? (response.ok ? { code: 'SERVICE_UNAVAILABLE' as const } : failureOfStatus(response.status));
  const retryAfter = failure.retryAfter ?? parseRetryAfter(response.headers.get('Retry-After'), now);
  const again = response.status >= 500 || response.status === 429 || (response.ok && known === undefined);
  return { ok: false, failure: retryAfter === undefined ? failure : { ...failure, retryAfter }, again };
};

/** Sends once. Rejects only when `signal` aborts. */
export const attempt = async <T>(
  request: HttpRequest<T>,
  signal: AbortSignal,
  { fetch, online, now }: Network,
): Promise<Attempt<T>> => {
  const { body, headers } = bodyOf(request);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { Accept: 'application/json', ...headers, ...request.headers },
      ...(body === undefined ? {} : { body }),
      signal,
      keepalive: request.keepalive ?? false,
      // Tokens travel in the open; cookies never, on whatever page this runs.
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
    const read = response.ok && request.readSuccess;
    const found = read ? await read(response) : readBody(await response.text());
    return judge(request, response, found, now());
  } catch (cause) {
    if (signal.aborted) throw cause;
    return { ok: false, failure: { code: online() ? 'SERVICE_UNAVAILABLE' : 'OFFLINE' }, again: true };
  }
};
