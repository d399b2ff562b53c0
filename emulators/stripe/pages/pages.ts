import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { html } from '../../../src/lib/html.ts';
import { addStyles } from '../../pages.ts';
import { catalog, isForAll } from '../catalog.ts';
import type { Simulation, StripeSimulatorOptions } from '../work.ts';
import { addCheckoutPage } from './checkout.ts';
import { simulatorDocument, redirectAfterPost, sendPage } from './layout.ts';
import { addPortalPage } from './portal.ts';

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
    return sendPage(reply, simulatorDocument({ language: 'en', title: 'Stripe simulator', banner }, content));
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

/** Serves the checkout page, the billing page, and the page for developers at `/`. */
export const createSimulatorPages =
  (
    simulation: Simulation,
    { merchant }: StripeSimulatorOptions,
    advance: (seconds: number) => Promise<Date>,
  ): FastifyPluginAsync =>
  async (app) => {
    addStyles(app, '/simulator');
    addCheckoutPage(app, simulation, merchant);
    addPortalPage(app, simulation, merchant);
    addHome(app, simulation);
    addClock(app, advance);
  };
