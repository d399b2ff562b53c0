import type { FastifyInstance } from 'fastify';

/** An error that the person who started the server can correct. */
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

/** Milliseconds after which a running request is aborted at shutdown. */
const deadline = 10_000;

/**
 * Accepts no new connection, lets running requests end, and closes idle connections. One keep-alive client would delay
 * `close` by more than a minute.
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
