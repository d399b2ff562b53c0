import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { minute } from '../../src/lib/durations.ts';
import { connectionProblem } from './connection-problem.ts';
import { connectionLimits } from './database.ts';

/** Thrown when PostgreSQL cannot be used for a reason that the operator can correct. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** The longest wait, in milliseconds. */
const maximumWait = minute;
const interval = 1_000;
const attemptLimit = 5_000;

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
      const { sentence, isTemporary } = connectionProblem(error);
      if (!isTemporary || now() + interval >= deadline) throw new DatabaseUnavailableError(sentence);
      if (isFirst) say(`${sentence} Waiting for up to ${maximumWait / 1_000} s.`);
      await pause(interval);
    }
  }
};
