import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What connects the log lines, jobs and outgoing calls of one request. None of it names a person. */
export type Trace = {
  /** The id of `x-request-id`: the caller's, or a new one. A caller can repeat it, so it is not unique. */
  requestId: string;
  /** The trace of W3C Trace Context (https://www.w3.org/TR/trace-context/), 32 hexadecimal digits. */
  traceId: string;
  /** The part of that trace that this process does, 16 hexadecimal digits. */
  spanId: string;
  /** The flags of that trace, two hexadecimal digits; 01 means that a caller records it. */
  flags: string;
};

/** Ids of proxies and libraries, such as a UUID or 32 digits. No address and no text fits. */
const requestIdShape = /^[A-Za-z0-9_-]{8,64}$/;
/** Version 00, and later versions, which may only append to it. Ids of zeros alone are invalid. */
const traceparentShape = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;

const newSpanId = (): string => randomBytes(8).toString('hex');

/** Creates a trace that nothing outside began. */
export const newTrace = (): Trace => ({
  requestId: randomUUID(),
  traceId: randomBytes(16).toString('hex'),
  spanId: newSpanId(),
  flags: '00',
});

const readTraceparent = (header: unknown): Pick<Trace, 'traceId' | 'flags'> | null => {
  const [, version, traceId, flags, rest] = typeof header === 'string' ? (traceparentShape.exec(header) ?? []) : [];
  if (traceId === undefined || flags === undefined || (version === '00' && rest !== undefined)) return null;
  // The only flag that version 00 defines.
  return { traceId, flags: Number.parseInt(flags, 16) % 2 === 1 ? '01' : '00' };
};

/** Reads `x-request-id` and `traceparent` of a request. A header that is missing, wrong or repeated gets a new value. */
export const traceOfHeaders = (headers: IncomingHttpHeaders): Trace => {
  const requestId = headers['x-request-id'];
  return {
    ...newTrace(),
    ...(typeof requestId === 'string' && requestIdShape.test(requestId) ? { requestId } : {}),
    ...readTraceparent(headers['traceparent']),
  };
};

/** Continues the trace that added a job; a job of an earlier release, or of a command, has none. */
export const continuedTrace = (stored: { requestId: string | null; traceId: string | null }): Trace => ({
  ...newTrace(),
  ...(stored.requestId === null ? {} : { requestId: stored.requestId }),
  ...(stored.traceId === null ? {} : { traceId: stored.traceId }),
});

const storage = new AsyncLocalStorage<Trace | null>();

/** Runs a function, and all that it starts, within a trace; null is for work that belongs to no request. */
export const runWithTrace = <Result>(trace: Trace | null, run: () => Result): Result => storage.run(trace, run);

/** Returns the trace of the current request, job or task; null outside of them. */
export const currentTrace = (): Trace | null => storage.getStore() ?? null;

/** Returns the headers by which answers and outgoing calls name a trace. */
export const traceHeaders = ({ requestId, traceId, spanId, flags }: Trace): Record<string, string> => ({
  'x-request-id': requestId,
  traceparent: `00-${traceId}-${spanId}-${flags}`,
});

/** Returns a `fetch` that names the current trace to the service that it calls. */
export const withTraceHeaders =
  (send: typeof fetch): typeof fetch =>
  (input, init) => {
    const trace = currentTrace();
    if (trace === null) return send(input, init);
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(traceHeaders(trace))) headers.set(name, value);
    return send(input, { ...init, headers });
  };
