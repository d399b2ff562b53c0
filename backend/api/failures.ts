import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiFailure } from '../../src/contracts/api.ts';
import type { ErrorCode } from '../../src/contracts/error-codes.ts';
import type { SecurityEvents } from '../domain/events.ts';
import { isUnavailable, Refusal } from '../domain/refusal.ts';

const statusOfCode: Partial<Record<ErrorCode, number>> = {
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  FORBIDDEN: 403,
  RECENT_SIGN_IN_REQUIRED: 403,
  SIGN_IN_CODE_REQUIRED: 403,
  NOT_FOUND: 404,
  AccountNotFound: 404,
  TEACHER_DOES_NOT_EXIST: 404,
  CLASSROOM_DOES_NOT_EXIST: 404,
  STUDENT_DOES_NOT_EXIST: 404,
  METHOD_NOT_ALLOWED: 405,
  ALREADY_SUBSCRIBED: 409,
  SUBSCRIBED_ELSEWHERE: 409,
  TEACHER_ALREADY_EXISTS: 409,
  STUDENTS_HAVE_PROGRESS: 409,
  LINK_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  GENERIC_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};
/** Returns the HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => statusOfCode[code] ?? 400;

/** The codes for failures that Fastify finds in a body before a route reads it. */
const bodyCodes = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

/** Returns the failure that the client receives: one of our error codes, never the error's own message. */
const refusalOf = (error: FastifyError | Refusal): Refusal => {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error)) return new Refusal('SERVICE_UNAVAILABLE', 5);
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500)
    return new Refusal(bodyCodes.find((code) => statusOf(code) === status) ?? 'INVALID_PAYLOAD');
  return new Refusal('GENERIC_ERROR');
};

export const sendRefusal = (reply: FastifyReply, { code, retryAfter }: Refusal): FastifyReply => {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const body: ApiFailure = { success: false, error: code };
  return reply.code(statusOf(code)).send(body);
};

/**
 * The failures of @fastify/static when a file exists but a condition of the request (`If-Match`, `Range`) is not met.
 */
const unmetCondition = z.object({
  status: z.union([z.literal(412), z.literal(416)]),
  headers: z.record(z.string(), z.string()).default({}),
});

/** Creates Fastify's error handler below `/api`, which gives every failure the same shape (decisions.md#5-calls). */
export const createErrorHandler =
  (events: SecurityEvents) => (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    const unmet = unmetCondition.safeParse(error);
    if (unmet.success) return reply.code(unmet.data.status).headers(unmet.data.headers).send();
    const isGone = request.raw.destroyed && !request.raw.complete;
    // A client that went away while it was sending is not our failure.
    const refusal = isGone ? new Refusal('INVALID_PAYLOAD') : refusalOf(error);
    const status = statusOf(refusal.code);
    if (status >= 500) request.log.error({ err: error }, 'a call failed');
    if (status === 401 || status === 403) {
      events.record({ kind: 'refusal', code: refusal.code, route: request.routeOptions.url ?? 'unknown' });
    }
    return sendRefusal(reply, refusal);
  };

/** The milliseconds between the answer to a broken request and the end of its connection. */
const readingTime = 1_000;

const statusOfBreak: Partial<Record<string, [status: number, code: ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, 'PAYLOAD_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'TIMEOUT'],
};

/** Gives input that is not HTTP, or a request that never became complete, the same shape of answer. */
export const answerBrokenRequest = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code] = statusOfBreak[error.code ?? ''] ?? [400, 'INVALID_PAYLOAD'];
  const body = JSON.stringify({ success: false, error: code } satisfies ApiFailure);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // The client may never close its side. It gets a moment to read the answer, which a reset would take away.
  const cut = setTimeout(() => socket.destroy(), readingTime);
  socket.once('close', () => clearTimeout(cut));
};
