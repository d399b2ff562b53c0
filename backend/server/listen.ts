import type { FastifyInstance } from 'fastify';

/** What the person who started the server can mend. */
export class ListenError extends Error {
  override name = 'ListenError';
}

type Address = { host: string; port: number; variable: 'PORT' | 'DEMO_PORT' | 'STRIPE_SIMULATOR_PORT' };

const reasonOf = (error: unknown, { host, port, variable }: Address): string | null => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or choose another one by ${variable}.`;
  if (code === 'EACCES') return `Port ${port} needs more rights. Choose one above 1023 by ${variable}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}. Correct HOST.`;
  return null;
};

/** @throws ListenError with one sentence. */
export const listen = async (app: FastifyInstance, address: Address): Promise<void> => {
  try {
    await app.listen({ host: address.host, port: address.port, listenTextResolver: () => '' });
  } catch (error) {
    const reason = reasonOf(error, address);
    throw reason === null ? error : new ListenError(reason, { cause: error });
  }
};

/** A request that takes longer than this at shutdown is cut. Milliseconds. */
const deadline = 10_000;

/**
 * Takes no new connection, lets running requests end, and lets go of clients that hold a connection without asking:
 * one keep-alive client would hold `close` up for more than a minute.
 */
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
