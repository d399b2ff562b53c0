import { type ErrorCode, type Failure, isErrorCode } from '../../contracts/error-codes.ts';
import { literal, object, text, type TypeGuard } from '../../contracts/shapes.ts';

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

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
};

/** The failures of statuses whose body is no answer of the portal's API. */
const failureOfStatus = (status: number): Failure => ({
  code: status >= 500 ? 'SERVICE_UNAVAILABLE' : (codeOfStatus[status] ?? 'GENERIC_ERROR'),
});

const isApiFailure = object({ success: literal(false) });
const hasCode = object({ error: text });
/** Of these statuses, the servers are away or busy, with any code. */
const isAway = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/**
 * Reads `{success: false, error: CODE}` of the portal's API. An unknown or empty code counts as a server error
 * (product-spec.md#8-error-catalogue). Returns undefined for another shape, and if the status says more.
 */
export const failureReader =
  (isKnown: TypeGuard<ErrorCode>) =>
  (body: unknown, status: number): Failure | undefined => {
    if (!isApiFailure(body)) return undefined;
    if (hasCode(body) && isKnown(body.error)) return { code: body.error };
    return isAway(status) ? undefined : { code: 'GENERIC_ERROR' };
  };

const failureOfApi = failureReader(isErrorCode);

/** Parses `Retry-After` (RFC 9110, 10.2.3) as whole seconds from now. Returns undefined for anything else. */
export const parseRetryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
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

const judge = <T>(request: HttpRequest<T>, response: Response, body: unknown): Attempt<T> => {
  const isSuccess = response.ok || response.status === 304;
  if (isSuccess && request.answer(body)) return { ok: true, value: body };
  const known = (request.readFailure ?? failureOfApi)(body, response.status);
  // A successful but unreadable response comes from a proxy between the page and the server.
  const failure = known ?? (isSuccess ? { code: 'SERVICE_UNAVAILABLE' as const } : failureOfStatus(response.status));
  const retryAfter = failure.retryAfter ?? parseRetryAfter(response.headers.get('Retry-After'), Date.now());
  const retryable = response.status >= 500 || response.status === 429 || (isSuccess && known === undefined);
  return { ok: false, failure: retryAfter === undefined ? failure : { ...failure, retryAfter }, retryable };
};

/** Sends the request once. Rejects only when `signal` aborts. */
export const attempt = async <T>(
  request: HttpRequest<T>,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch,
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
    return judge(request, response, found);
  } catch (cause) {
    if (signal.aborted) throw cause;
    // It is false only when the browser is sure that there is no connection.
    const isOffline = globalThis.navigator?.onLine === false;
    return { ok: false, failure: { code: isOffline ? 'OFFLINE' : 'SERVICE_UNAVAILABLE' }, retryable: true };
  }
};
