import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../../backend/testing/server-process.ts';
import { buildFolder } from '../../backend/testing/build-folder.ts';
import { startPostgres } from '../../scripts/test-tools/postgres.mjs';

const secret = (seed: string): string => `${seed}-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu`;
const built = {
  VITE_PARTNERS: 'none',
  VITE_PLAYFAB_TITLE_ID: 'AB12C',
  VITE_PLAYFAB_URL: 'https://playfab.maths-school.org',
};
export const gameKey = secret('game');

/** The configuration that production requires. Services that are not measured are named but never called. */
const variables = {
  APP_MODE: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://portal.maths-school.org',
  PLAYFAB_TITLE_ID: 'AB12C',
  PLAYFAB_SECRET_KEY: secret('title'),
  PLAYFAB_FUNCTION_SECRETS: secret('function'),
  STRIPE_SECRET_KEY: secret('sk_live_'),
  STRIPE_WEBHOOK_SECRETS: secret('whsec_'),
  STRIPE_PRICE_ID: 'price_7Fq2xZ9LmVt4RkWc',
  GAME_API_KEY: gameKey,
  ID_TOKEN_KEYS: secret('id-token'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@maths-school.org',
  TRUST_PROXY: 'none',
  ...built,
};

/** `close` ends everything that was started. */
export type Production = {
  databaseUrl: string;
  ports: readonly number[];
  pids: readonly number[];
  close(): Promise<void>;
};

/** Starts a PostgreSQL that syncs, and this many processes of the program in production mode. */
export const startProduction = async (processes: number): Promise<Production> => {
  const postgres = await startPostgres({ durable: true });
  if (postgres === undefined) throw new Error('There is no PostgreSQL on this machine, and none could be installed.');
  const BUILD_FOLDER = buildFolder({ mode: 'production', variables: built });
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  const close = async (): Promise<void> => {
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.race([Promise.all(servers.map(({ exited }) => exited)), wait(15_000, undefined, { ref: false })]);
    postgres.stop();
    rmSync(BUILD_FOLDER, { recursive: true });
  };
  try {
    for (let started = 0; started < processes; started += 1) {
      const server = await startServer({ ...variables, DATABASE_URL: postgres.url, BUILD_FOLDER });
      servers.push(server);
      await server.ready;
    }
    return {
      databaseUrl: postgres.url,
      ports: servers.map(({ port }) => port),
      pids: servers.flatMap(({ child }) => child.pid ?? []),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
