import type { Failure } from '../../contracts/error-codes.ts';
import type { TypeGuard } from '../../lib/shapes.ts';
import { parseRetryAfter } from './back-off.ts';
import { failureOfApi, failureOfStatus } from './failure.ts';

export type HttpRequest<T> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** The shape of a successful response. Any other response is a failure. */
  answer: TypeGuard<T>;
  json?: unknown;
  form?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Whether the request can be repeated safely. Default: everything but POST. */
  repeatable?: boolean;
  /** No visitor waits for it: long back-off, no deadline. */
  background?: boolean;
  /** Whether the request continues after the page is closed. */
  keepalive?: boolean;
  /** Whether the portal's own pages send its cookies: the consent in them decides what the portal may forward. */
  consent?: boolean;
  signal?: AbortSignal | undefined;
  /** Reads a success that is not only JSON, also a 304. */
  readSuccess?: (response: Response) => Promise<unknown>;
  /** Reads the body of a failure. Default: the shape of the portal's API. Undefined means that the status decides. */
  readFailure?: (body: unknown, status: number) => Failure | undefined;
};

/** `retryable`: whether another attempt could succeed. */
export type Attempt<T> = { ok: true; value: T } | { ok: false; failure: Failure; retryable: boolean };

export type HttpEnvironment = {
  fetch: typeof globalThis.fetch;
  /** Returns false only when the browser is sure that there is no connection. */
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

/** Parses the body as JSON. Returns undefined for anything else, such as a proxy's HTML or an incomplete response. */
const readBody = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const judge = <T>(request: HttpRequest<T>, response: Response, body: unknown, now: number): Attempt<T> => {
  const isSuccess = response.ok || response.status === 304;
  if (isSuccess && request.answer(body)) return { ok: true, value: body };
  const known = (request.readFailure ?? failureOfApi)(body, response.status);
  // A successful but unreadable response comes from a proxy between the page and the server.
  const failure = known ?? (isSuccess ? { code: 'SERVICE_UNAVAILABLE' as const } : failureOfStatus(response.status));
  const retryAfter = failure.retryAfter ?? parseRetryAfter(response.headers.get('Retry-After'), now);
  const retryable = response.status >= 500 || response.status === 429 || (isSuccess && known === undefined);
  return { ok: false, failure: retryAfter === undefined ? failure : { ...failure, retryAfter }, retryable };
};

/** Sends the request once. Rejects only when `signal` aborts. */
export const attempt = async <T>(
  request: HttpRequest<T>,
  signal: AbortSignal,
  { fetch, online, now }: HttpEnvironment,
): Promise<Attempt<T>> => {
  const { body, headers } = bodyOf(request);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { Accept: 'application/json', ...headers, ...request.headers },
      ...(body === undefined ? {} : { body }),
      signal,
      keepalive: request.keepalive ?? false,
      // Tokens are sent in headers. No page of a partner ever sends cookies.
      credentials: request.consent ? 'same-origin' : 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
    const read = (response.ok || response.status === 304) && request.readSuccess;
    const found = read ? await read(response) : readBody(await response.text());
    return judge(request, response, found, now());
  } catch (cause) {
    if (signal.aborted) throw cause;
    return { ok: false, failure: { code: online() ? 'SERVICE_UNAVAILABLE' : 'OFFLINE' }, retryable: true };
  }
};
