import Fastify from 'fastify';
import { sql } from 'kysely';
import { createApi, parseForm } from './api.ts';
import { endpoints } from './endpoints.ts';
import { catchUp } from './lifecycle.ts';
import { createSimulatorPages } from './pages/pages.ts';
import { createStripeSchema } from './store.ts';
import { createSender } from './webhooks.ts';
import { createSimulation, type StripeSimulatorOptions } from './work.ts';

/** Creates a simulator of Stripe for the official package (differences: `emulators/README.md`). Call `app.listen`. */
export const createStripeSimulator = async (options: StripeSimulatorOptions) => {
  await createStripeSchema(options.database);
  const simulation = createSimulation(options);
  const sender = createSender({ ...options, catchUp: () => catchUp(simulation) });

  /** Advances the simulated time and handles everything that becomes due, in order. Returns the new time. */
  const advance = async (seconds: number): Promise<Date> => {
    await simulation.write(({ trx }) =>
      sql`update stripe_emulator.settings set ahead = ahead + ${seconds}`.execute(trx),
    );
    await catchUp(simulation);
    return simulation.read(async ({ now }) => now);
  };

  const app = Fastify({ bodyLimit: 65_536, routerOptions: { querystringParser: parseForm } });
  app.removeAllContentTypeParsers();
  // The official package sends this content type with every call, even without a body.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(String(body))),
  );
  void app.register(createApi(simulation, endpoints));
  void app.register(createSimulatorPages(simulation, options, advance));
  const { deliver, start, stop } = sender;
  return { app, advance, deliver, start, stop };
};
