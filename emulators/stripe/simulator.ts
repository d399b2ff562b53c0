import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { html } from '../../src/lib/html.ts';
import { addStyles, htmlDocument, sendPage } from '../pages.ts';
import { createApi, parseForm } from './api.ts';
import { catalog, isForAll } from './catalog.ts';
import { endpoints } from './endpoints.ts';
import { catchUp } from './lifecycle.ts';
import { addCheckoutPage } from './pages/checkout.ts';
import { base, policy, redirectAfterPost } from './pages/layout.ts';
import { addPortalPage } from './pages/portal.ts';
import { createStripeSchema } from './store.ts';
import { createSender } from './webhooks.ts';
import { createSimulation, type Simulation, type StripeSimulatorOptions } from './work.ts';

const day = 24 * 60 * 60;
const steps: readonly (readonly [string, number])[] = [
  ['one day', day],
  ['4 days', 4 * day],
  ['8 days', 8 * day],
  ['one month', 31 * day],
];

/** Adds the page for developers, which is in English only: the clock and the codes. */
const addHome = (app: FastifyInstance, simulation: Simulation): void => {
  app.get('/', async (_request, reply) => {
    const now = await simulation.read(async (work) => work.now);
    const banner = 'A simulation of Stripe for development. Nothing is charged, nothing leaves this machine.';
    const content = html`<h1>Stripe simulator</h1><h2>Clock</h2><p>It is ${now.toISOString()} here.</p>
<form method="post" action="/simulator/clock">${steps.map(
      ([label, seconds]) => html`<button name="advance" value="${seconds}">Advance ${label}</button> `,
    )}</form>
<h2>Codes</h2><ul>${catalog.promotionCodes.map(
      (one) =>
        html`<li>${one.code}${one.active ? (isForAll(one) ? null : ', which has a restriction') : ', which has expired'}</li>`,
    )}${catalog.coupons.map(({ id }) => html`<li>${id}, the id of a coupon</li>`)}</ul>
`;
    return sendPage(reply, policy(), htmlDocument({ base, title: 'Stripe simulator', banner }, content));
  });
};

const clockForm = z.object({
  advance: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_660 * day),
});

/** Adds `POST /simulator/clock {advance: seconds}`, as a form for people and as JSON for tests. */
const addClock = (app: FastifyInstance, advance: (seconds: number) => Promise<Date>): void => {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  app.post('/simulator/clock', async (request, reply) => {
    // A page of another site must not advance a developer's clock.
    if (request.headers['sec-fetch-site'] === 'cross-site') return reply.code(403).send({});
    const form = clockForm.safeParse(request.body);
    if (!form.success) return reply.code(400).send({ error: { message: z.prettifyError(form.error) } });
    const now = await advance(form.data.advance);
    return request.headers['content-type'] === 'application/json' ? { now } : redirectAfterPost(reply, '/');
  });
};

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
  void app.register(async (pages) => {
    addStyles(pages, base);
    addCheckoutPage({ app: pages, simulation, merchant: options.merchant });
    addPortalPage({ app: pages, simulation, merchant: options.merchant });
    addHome(pages, simulation);
    addClock(pages, advance);
  });
  return { app, advance, ...sender };
};
