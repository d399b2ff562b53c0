import Fastify from 'fastify';
import { createApi, parseForm } from './api.ts';
import { catchUp } from './life/due.ts';
import type { StripeSimulator, StripeSimulatorOptions, WebhookMode } from './options.ts';
import { createPages } from './pages/pages.ts';
import { endpointsFor } from './registry.ts';
import { createSchema, type StripeTables } from './schema.ts';
import { createSender } from './webhooks/sender.ts';
import { createWorld } from './work.ts';

/**
 * Simulates Stripe, over HTTP only: point the official package to its host and port. SUPPORTED.md lists what it supports and
 * where it is simpler. It does not listen itself: use `app`.
 */
export const createStripeSimulator = async (options: StripeSimulatorOptions): Promise<StripeSimulator> => {
  const database = options.database.$extendTables<StripeTables>();
  await createSchema(database);
  const world = createWorld(options, database, () => sender.wake());
  const sender = createSender({ ...options, database, catchUp: () => catchUp(world) });

  const now = (): Promise<Date> => world.read(async (work) => work.now);
  const simulator = {
    now,
    advance: async (seconds: number): Promise<Date> => {
      await world.write(({ trx }) =>
        trx
          .updateTable('stripe_simulator.settings')
          .set(({ eb }) => ({ ahead: eb('ahead', '+', seconds) }))
          .execute(),
      );
      await catchUp(world);
      return now();
    },
    setWebhookMode: async (mode: WebhookMode): Promise<void> => {
      await world.write(({ trx }) => trx.updateTable('stripe_simulator.settings').set(mode).execute());
    },
    deliver: sender.deliver,
    start: sender.start,
    stop: sender.stop,
  };

  const app = Fastify({ bodyLimit: 65_536, routerOptions: { querystringParser: parseForm } });
  app.removeAllContentTypeParsers();
  // The package names this type on every call, also where there is no body.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(String(body))),
  );
  void app.register(createApi(world, endpointsFor(options.webhook.url)));
  void app.register(createPages(world, options, { ...simulator, retryAll: sender.retryAll }));
  return { app, ...simulator };
};
