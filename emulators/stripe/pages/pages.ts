import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { addStyles } from '../../pages.ts';
import type { StripeSimulator, StripeSimulatorOptions } from '../options.ts';
import type { Simulation } from '../work.ts';
import { latestEvents } from '../store.ts';
import { deliveriesOf } from '../webhooks/deliveries.ts';
import { addCheckoutRoutes } from './checkout-routes.ts';
import { homePage } from './home-page.ts';
import { logo } from './layout.ts';
import { addPortalRoutes } from './portal-routes.ts';
import { redirectAfterPost, sendPage } from './reply.ts';

const year = 366 * 24 * 60 * 60;

const clockForm = z.object({
  advance: z.coerce
    .number()
    .int()
    .min(0)
    .max(10 * year),
});
const webhookForm = z.object({
  duplicate: z.coerce.number().int().min(0).max(10).default(0),
  shuffle: z.union([z.boolean(), z.stringbool()]).default(false),
  delay: z.coerce.number().int().min(0).max(600).default(0),
});

type Control = Pick<StripeSimulator, 'now' | 'advance' | 'setWebhookMode'> & { retryAll(): Promise<void> };

/**
 * Adds the controls of the simulator, as forms for people and as JSON for tests:
 * `POST /simulator/clock {advance: seconds}`, `POST /simulator/webhooks {duplicate, shuffle, delay}`,
 * `POST /simulator/retry`. A JSON request gets a JSON response.
 */
const addControl = (app: FastifyInstance, simulation: Simulation, webhookUrl: string, control: Control): void => {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));

  app.get('/', async (_request, reply) => {
    const page = await simulation.read(async ({ trx, now, catalog }) => {
      const mode = await trx.selectFrom('simulated_stripe.settings').selectAll().executeTakeFirstOrThrow();
      const events = await Promise.all(
        (await latestEvents(trx, 30)).map(async (event) => ({ ...event, ...(await deliveriesOf(trx, event.id)) })),
      );
      return homePage({ now, catalog, mode, webhookUrl, events });
    });
    return sendPage(reply, page);
  });

  const addSwitch = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    act: (input: z.output<Schema>) => Promise<object>,
  ): void => {
    app.post(path, async (request, reply) => {
      // A page of another site must not advance a developer's clock.
      if (request.headers['sec-fetch-site'] === 'cross-site')
        return reply.code(403).send({ error: { message: 'cross-site' } });
      const parsed = schema.safeParse(request.body ?? {});
      if (!parsed.success) return reply.code(400).send({ error: { message: z.prettifyError(parsed.error) } });
      const answer = await act(parsed.data);
      return request.headers['content-type']?.startsWith('application/json') === true
        ? answer
        : redirectAfterPost(reply, '/');
    });
  };
  addSwitch('/simulator/clock', clockForm, async ({ advance }) => ({
    now: (await control.advance(advance)).toISOString(),
  }));
  addSwitch('/simulator/webhooks', webhookForm, async (mode) => {
    await control.setWebhookMode(mode);
    return mode;
  });
  addSwitch('/simulator/retry', z.object({}), async () => {
    await control.retryAll();
    return {};
  });
};

/** Serves the checkout page, the billing page, and the page for developers at `/`. */
export const createPages =
  (simulation: Simulation, { merchant, webhook }: StripeSimulatorOptions, control: Control): FastifyPluginAsync =>
  async (app) => {
    addStyles(app, '/simulator');
    app.get('/simulator/mark.svg', async (_request, reply) => reply.type('image/svg+xml').send(logo));
    addCheckoutRoutes(app, simulation, merchant);
    addPortalRoutes(app, simulation, merchant);
    addControl(app, simulation, webhook.url, control);
  };
