import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Ids of proxies and libraries, such as a UUID or 32 digits. No address and no text fits. */
const shape = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Returns the id for a request: the one of `x-request-id`, or a new one. A caller can repeat it, so it is not unique.
 */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && shape.test(given) ? given : randomUUID();
};

const storage = new AsyncLocalStorage<string | null>();

/** Runs a function, and all that it starts, for a request; null is for work that belongs to no request. */
export const runForRequest = <Result>(id: string | null, run: () => Result): Result => storage.run(id, run);

/** Returns the id of the request that the current work belongs to, also in its jobs; null outside of requests. */
export const currentRequestId = (): string | null => storage.getStore() ?? null;

/**
 * Names Fastify's id of a request in the answer, and in every log line and job of the request. Add it before every
 * other hook.
 */
export const addRequestId = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    runForRequest(request.id, done);
  });
};
