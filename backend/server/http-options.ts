import { maxHeaderSize } from 'node:http';
import { answerBrokenRequest } from '../api/failures.ts';
import { decodableTarget } from './target.ts';

/** How Fastify reads requests. All times are in milliseconds. */
export const httpOptions = {
  bodyLimit: 16 * 1024,
  rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => decodableTarget(url),
  clientErrorHandler: answerBrokenRequest,
  /**
   * Limits slow clients: a request must arrive completely within this time, also one that was answered before its end.
   * Node exchanges the two times if the one for headers is longer, and its default is a minute.
   */
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
 * The connections that one process keeps open; `connections.ts` chooses which one a further connection replaces. A process
 * that may open 1,024 files, a usual limit, keeps a quarter of them for the database, for other services and for files.
 */
export const maxConnections = 768;
