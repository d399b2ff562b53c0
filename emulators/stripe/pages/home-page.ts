import { testCards } from '../cards.ts';
import type { Catalog } from '../catalog.ts';
import type { WebhookMode } from '../options.ts';
import { dateOf } from '../time.ts';
import { html, Html } from './html.ts';

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
<button class="soft">Set</button></form>
<form method="post" action="/simulator/retry"><button class="soft">Send what waits now</button></form></section>
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
