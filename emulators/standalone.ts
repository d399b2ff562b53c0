import { PGlite } from '@electric-sql/pglite';
import type { FastifyInstance } from 'fastify';
import { Kysely, PGliteDialect } from 'kysely';

const int8 = 20;

/** Returns an empty database in memory. Everything in it is lost when the process ends. */
export const openMemoryDatabase = async (): Promise<Kysely<Record<never, never>>> => {
  // Parse `bigint` columns as numbers, as the portal's database does. They contain counts.
  const pglite = await PGlite.create({ parsers: { [int8]: Number } });
  return new Kysely({ dialect: new PGliteDialect({ pglite }) });
};

/** An error that the person who started the emulator can correct. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Reads a port from the environment.
 * @throws UsageError when the value is not a port.
 */
export const readPort = (variable: string, fallback: number): number => {
  const text = process.env[variable];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UsageError(`${variable} is "${text}". Use a port from 1 to 65535, for example ${variable}=${fallback}.`);
  }
  return port;
};

/**
 * Listens on this machine only, and stops when the process receives SIGINT or SIGTERM.
 * @returns the address of the server
 * @throws UsageError when the port is in use
 */
export const listenLocally = async (
  app: FastifyInstance,
  { port, variable }: { port: number; variable: string },
  onStop: () => Promise<void> = async () => undefined,
): Promise<string> => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void onStop().then(() => app.close()));
  }
  try {
    return await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new UsageError(`Port ${port} is in use. Choose another one with ${variable}.`, { cause: error });
  }
};

/** Runs an emulator's `main`. A `UsageError` becomes one line on the terminal and exit code 1. */
export const runMain = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
};
