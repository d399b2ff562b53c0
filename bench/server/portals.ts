import { startServer } from '../../backend/testing/server-process.ts';

export type Portals = { ports: readonly number[]; pids: readonly number[]; close(): Promise<void> };

/** Environment that names the real Stripe, because a simulator would use processor time. No call reaches Stripe. */
const variables = {
  STRIPE_SECRET_KEY: 'sk_test_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_WEBHOOK_SECRETS: 'whsec_7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu',
  STRIPE_PRICE_ID: 'price_7Fq2xZ9LmVt4RkWc',
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'info',
};

/**
 * Starts processes of the program on one PostgreSQL with the PlayFab emulator, so the portal checks the password itself
 * and no other server is measured. Everything else is configured as in production.
 * @param env additional environment variables.
 */
export const startPortals = async (
  count: number,
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Portals> => {
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  const close = async (): Promise<void> => {
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
  };
  try {
    for (let started = 0; started < count; started += 1) {
      const server = await startServer({ ...variables, ...env, DATABASE_URL: databaseUrl });
      servers.push(server);
      await server.ready;
    }
    return { ports: servers.map(({ port }) => port), pids: servers.flatMap(({ child }) => child.pid ?? []), close };
  } catch (error) {
    await close();
    throw error;
  }
};
