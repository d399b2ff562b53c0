import Fastify from 'fastify';
import { createApi, parseForm } from './api.ts';
import { catchUp } from './lifecycle/due.ts';
import { createPages } from './pages/pages.ts';
import { checkoutEndpoints } from './routes/checkout.ts';
import { subscriptionEndpoints } from './routes/subscriptions.ts';
import { createStripeSchema, type StripeTables } from './store.ts';
import { createSender } from './webhooks.ts';
import type { StripeSimulator, StripeSimulatorOptions, WebhookMode } from './options.ts';
import { createSimulation } from './work.ts';

/**
 * Creates a simulator of Stripe for the official package. `emulators/README.md` lists the differences.
 * The simulator does not listen on a port: call `app.listen`.
 */
export const createStripeSimulator = async (options: StripeSimulatorOptions): Promise<StripeSimulator> => {
  const database = options.database.$extendTables<StripeTables>();
  await createStripeSchema(database);
  const simulation = createSimulation(options, database, () => sender.wake());
  const sender = createSender({ ...options, database, catchUp: () => catchUp(simulation) });

  const now = (): Promise<Date> => simulation.read(async (work) => work.now);
  const simulator = {
    now,
    advance: async (seconds: number): Promise<Date> => {
      await simulation.write(({ trx }) =>
        trx
          .updateTable('simulated_stripe.settings')
          .set(({ eb }) => ({ ahead: eb('ahead', '+', seconds) }))
          .execute(),
      );
      await catchUp(simulation);
      return now();
    },
    setWebhookMode: async (mode: WebhookMode): Promise<void> => {
      await simulation.write(({ trx }) => trx.updateTable('simulated_stripe.settings').set(mode).execute());
    },
    deliver: sender.deliver,
    start: sender.start,
    stop: sender.stop,
  };

  const app = Fastify({ bodyLimit: 65_536, routerOptions: { querystringParser: parseForm } });
  app.removeAllContentTypeParsers();
  // The official package sends this content type with every call, even without a body.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(String(body))),
  );
  void app.register(createApi(simulation, [...checkoutEndpoints, ...subscriptionEndpoints]));
  void app.register(createPages(simulation, options, simulator));
  return { app, ...simulator };
};
