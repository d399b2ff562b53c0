import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { runWithTrace, type Trace, traceHeaders, traceOfHeaders } from '../trace.ts';

const traces = new WeakMap<IncomingMessage, Trace>();

/** Returns the trace of a request, which is the same at each call. */
export const traceOf = ({ raw }: { raw: IncomingMessage }): Trace => {
  const known = traces.get(raw);
  if (known !== undefined) return known;
  const trace = traceOfHeaders(raw.headers);
  traces.set(raw, trace);
  return trace;
};

/**
 * Runs each request within its trace, and names the trace in the answer. Add it before every other hook. Fastify keeps the
 * trace while the body of a request arrives in events of the connection.
 */
export const addTracing = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const trace = traceOf(request);
    reply.headers(traceHeaders(trace));
    runWithTrace(trace, done);
  });
};
