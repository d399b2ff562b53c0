import { testCards } from '../objects/purchase.ts';
import type { Catalog } from '../catalog.ts';
import { dateOf } from '../objects/common.ts';
import { html, Html, logo, redirectAfterPost, sendPage } from './layout.ts';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { addStyles } from '../../pages.ts';
import type { StripeSimulator, StripeSimulatorOptions, WebhookMode } from '../options.ts';
import type { Simulation } from '../work.ts';
import { latestEvents } from '../store.ts';
import { deliveriesOf } from '../webhooks.ts';
import { addCheckoutRoutes } from './checkout.ts';
import { addPortalRoutes } from './portal-routes.ts';

export type LatestEvent = {
  id: string;
  type: string;
  created: number;
  sent: number;
  waiting: number;
  status: number | null;
};
export type HomeView = {
  now: Date;
  catalog: Catalog;
  mode: WebhookMode;
  webhookUrl: string;
  events: readonly LatestEvent[];
};

const day = 24 * 60 * 60;
const steps = [
  ['one hour', 60 * 60],
  ['one day', day],
  ['4 days', 4 * day],
  ['8 days', 8 * day],
  ['one month', 31 * day],
] as const;

const behaviours = {
  works: 'accepted',
  declined: 'declined at once',
  fails: 'accepted, declined at the next charge',
} as const;

const time = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const eventRow = (event: LatestEvent): Html => html`<tr><td>${time(dateOf(event.created))}</td><td>${event.type}</td>
<td>${event.sent} sent, ${event.waiting} waiting${event.status === null ? null : `, last answer ${event.status}`}</td>
<td><code>${event.id}</code></td></tr>`;

/** Returns the page for developers. It is in English only. */
export const homePage = ({ now, catalog, mode, webhookUrl, events }: HomeView): string =>
  html`${new Html('<!doctype html>')}
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Stripe simulator</title><link rel="icon" href="/simulator/mark.svg"><link rel="stylesheet" href="/simulator/pages.css"></head>
<body><aside class="simulation">A simulation of Stripe for development. Nothing is charged, nothing leaves this machine.</aside>
<main><div class="narrow"><h1>Stripe simulator</h1>
<section class="card"><h2>Clock</h2><p>It is ${time(now)} here. Trials end, renewals are charged and webhooks are sent on the way.</p>
<form class="buttons" method="post" action="/simulator/clock">${steps.map(
    ([label, seconds]) => html`<button class="soft" name="advance" value="${seconds}">Advance ${label}</button>`,
  )}</form></section>
<section class="card"><h2>Webhooks</h2><p>Sent to <code>${webhookUrl}</code></p>
<form method="post" action="/simulator/webhooks">
<div class="pair"><div class="field"><label for="duplicate">Copies besides the first</label>
<input id="duplicate" name="duplicate" type="number" min="0" max="10" value="${mode.duplicate}"></div>
<div class="field"><label for="delay">Delay up to (seconds)</label>
<input id="delay" name="delay" type="number" min="0" max="600" value="${mode.delay}"></div></div>
<label class="check"><input name="shuffle" type="checkbox" value="true"${mode.shuffle ? new Html(' checked') : null}> Out of order</label>
<button class="soft">Set</button></form></section>
<section class="card"><h2>Test cards</h2><ul>${testCards.map(
    ({ number, behaviour }) => html`<li><code>${number}</code> ${behaviours[behaviour]}</li>`,
  )}</ul><h2>Codes</h2><ul>${catalog.promotionCodes.map(
    ({ code, expires_at: expiresAt }) =>
      html`<li><code>${code}</code> ${expiresAt === null ? 'a promotion code' : 'expired'}</li>`,
  )}${catalog.coupons.map(({ id, name }) => html`<li><code>${id}</code> the id of the coupon ${name}</li>`)}</ul></section>
<section class="card"><h2 id="events">Latest events</h2>${
    events.length === 0
      ? html`<p>None yet.</p>`
      : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="events"><table><thead><tr><th scope="col">When</th><th scope="col">What</th>
<th scope="col">Deliveries</th><th scope="col">Id</th></tr></thead><tbody>${events.map(eventRow)}</tbody></table></div>`
  }</section></div></main></body></html>
`.text;

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

type Control = Pick<StripeSimulator, 'now' | 'advance' | 'setWebhookMode'>;

/**
 * Adds the controls of the simulator, as forms for people and as JSON for tests:
 * `POST /simulator/clock {advance: seconds}` and `POST /simulator/webhooks {duplicate, shuffle, delay}`. A JSON request
 * gets a JSON response.
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
