import { maxHeaderSize } from 'node:http';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { answerBrokenRequest } from '../api/failures.ts';
import { codeOf } from '../db/connection-problem.ts';
import { decodableTarget } from './request-target.ts';

/** An error that the person who started the server can correct. */
export class ListenError extends Error {
  override name = 'ListenError';
}

type Address = { host: string; port: number; variable: 'PORT' | 'DEMO_PORT' | 'STRIPE_SIMULATOR_PORT' };

const reasonOf = (error: unknown, { host, port, variable }: Address): string | null => {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or choose another one by ${variable}.`;
  if (code === 'EACCES') return `Port ${port} needs more rights. Choose one above 1023 by ${variable}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `This machine has no address ${host}. Correct HOST.`;
  return null;
};

/** @throws ListenError with one sentence. */
export const listen = async (app: FastifyInstance, address: Address): Promise<void> => {
  try {
    await app.listen({
      host: address.host,
      port: address.port,
      listenTextResolver: (url) => `the portal listens at ${url}`,
    });
  } catch (error) {
    const reason = reasonOf(error, address);
    throw reason === null ? error : new ListenError(reason, { cause: error });
  }
};

/** Returns why no port of an address can be opened, or null. */
export const addressProblem = async (host: string): Promise<string | null> => {
  const server = createServer().listen({ host, port: 0 });
  try {
    await once(server, 'listening');
    return null;
  } catch (error) {
    return reasonOf(error, { host, port: 0, variable: 'PORT' }) ?? `HOST cannot be used: ${String(error)}`;
  } finally {
    server.close();
  }
};

/** Milliseconds after which a running request is aborted at shutdown. */
const deadline = 10_000;

/** Accepts no new connection, lets running requests end, and closes idle ones, which delayed `close` by a minute. */
export const closeServer = async (app: FastifyInstance, within = deadline): Promise<void> => {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const cut = setTimeout(() => app.server.closeAllConnections(), within);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
};

/** How Fastify reads requests. All times are in milliseconds. */
export const httpOptions = {
  bodyLimit: 16 * 1024,
  rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => decodableTarget(url),
  clientErrorHandler: answerBrokenRequest,
  /** Limits how long a request may take to arrive. Node exchanges the two times if the one for headers is longer. */
  requestTimeout: 30_000,
  http: { headersTimeout: 30_000, connectionsCheckingInterval: 5_000 },
  /** Ends connections on which nothing moves, such as those of a client that does not read its answer. */
  connectionTimeout: 60_000,
  /** A proxy's open connection may send one more request while the server stops. */
  return503OnClosing: false,
  /** No pattern of a route contains an expression that a long parameter could slow down. */
  routerOptions: { maxParamLength: maxHeaderSize },
};

/**
 * Reads and drops the rest of a body that is refused before it was read, until the time limit of requests. Fastify, or
 * Node after `Connection: close`, would close the connection with the answer, and a proxy that still sends would answer
 * 502 instead.
 */
export const drainBodies = (app: FastifyInstance): void => {
  app.addHook('onSend', async ({ raw }, reply) => {
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (!hasBody || raw.complete) return;
    reply.removeHeader('connection');
    reply.raw.shouldKeepAlive = true;
    raw.resume();
  });
};

/**
 * The connections that one process keeps open; a further one is refused. A process that may open 1,024 files, a usual
 * limit, keeps a quarter of them for the database, for other services and for files. The proxy limits the connections
 * of one client.
 */
export const maxConnections = 768;
