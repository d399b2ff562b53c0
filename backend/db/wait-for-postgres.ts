import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { minute } from '../../src/lib/durations.ts';
import { connectionLimits } from './database.ts';

/** Thrown when PostgreSQL cannot be used for a reason that the operator can correct. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** The longest wait, in milliseconds. */
const maximumWait = minute;
const interval = 1_000;
const attemptLimit = 5_000;

/**
 * Errors that waiting can resolve: the network is not up, the host has no name yet, or PostgreSQL starts, stops or has
 * no free connection.
 */
const temporaryCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // PgBouncer uses this code for most of its messages, such as that it cannot reach PostgreSQL.
  '08P01',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

const explanations: Readonly<Record<string, string>> = {
  '28000': 'the user may not connect',
  '28P01': 'wrong user or password',
  '3D000': 'no such database',
  ENOTFOUND: 'no host has this name',
  ENOENT: 'a file or socket that it names does not exist',
  SELF_SIGNED_CERT_IN_CHAIN: 'add sslrootcert=<file> with the certificate authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'add sslrootcert=<file> with the certificate authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'add sslrootcert=<file> with the certificate authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
};

/** Returns why an attempt failed, without the error's message, which may quote the address. */
const reasonOf = (error: unknown): { reason: string; isTemporary: boolean } => {
  if (!(error instanceof Error)) return { reason: typeof error, isTemporary: false };
  // The message of PgBouncer 1.18.
  if (error.message.startsWith('unsupported startup parameter')) {
    return { reason: 'PgBouncer needs the ignore_startup_parameters of deploy/pgbouncer.ini', isTemporary: false };
  }
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error;
    const explanation = explanations[code];
    return {
      reason: explanation === undefined ? code : `${code}: ${explanation}`,
      isTemporary: temporaryCodes.has(code),
    };
  }
  // pg 8.23 gives these errors no code.
  if (/timeout|terminated/i.test(error.message)) return { reason: 'no answer', isTemporary: true };
  if (error.message.includes('does not support SSL')) {
    return { reason: 'it does not offer TLS', isTemporary: false };
  }
  if (error.message.startsWith('SASL')) return { reason: 'it asks for a password', isTemporary: false };
  return { reason: error.name, isTemporary: false };
};

const connectOnce = async (url: string, limit: number): Promise<void> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limit,
    query_timeout: limit,
    ...connectionLimits,
  });
  // Without a listener, a broken connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // PgBouncer accepts connections while it cannot reach PostgreSQL.
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
};

export type WaitOptions = {
  /** Receives a sentence when the first attempt fails and another one follows. */
  say: (sentence: string) => void;
  connect?: (url: string, limit: number) => Promise<void>;
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
};

/**
 * Resolves when PostgreSQL accepts a connection: a database that starts together with the server needs some seconds.
 * @throws DatabaseUnavailableError after a minute, or at once when waiting does not help, such as for a wrong password.
 */
export const waitForPostgres = async (
  url: string,
  { say, connect = connectOnce, now = () => performance.now(), pause = setTimeout }: WaitOptions,
): Promise<void> => {
  const deadline = now() + maximumWait;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await connect(url, Math.min(attemptLimit, deadline - now()));
    } catch (error) {
      const { reason, isTemporary } = reasonOf(error);
      if (!isTemporary) {
        throw new DatabaseUnavailableError(
          `The database of DATABASE_URL cannot be used (${reason}). Correct DATABASE_URL.`,
        );
      }
      if (now() + interval >= deadline) {
        throw new DatabaseUnavailableError(
          `The database of DATABASE_URL did not answer within ${maximumWait / 1_000} s (${reason}). Start it, or correct DATABASE_URL.`,
        );
      }
      if (isFirst) {
        say(
          `The database of DATABASE_URL does not answer yet (${reason}). Waiting for up to ${maximumWait / 1_000} s.`,
        );
      }
      await pause(interval);
    }
  }
};
