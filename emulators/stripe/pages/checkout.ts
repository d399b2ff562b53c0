import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../../../src/lib/html.ts';
import { interpolate } from '../../../src/lib/texts.ts';
import { couponOf } from '../catalog.ts';
import { completeCheckout } from '../lifecycle.ts';
import { cardOf, daysAfter, priceWith, type StoredSession, unix } from '../objects.ts';
import { find, findCustomer } from '../store.ts';
import type { Simulation, UnitOfWork } from '../work.ts';
import {
  cardFields,
  field,
  type PaymentFormError,
  payingPage,
  type Reader,
  readerOf,
  redirectAfterPost,
  sendPage,
  typedOf,
} from './layout.ts';

const params = z.object({ id: z.string() });

/** Renders what is charged, and when, with the words and amounts of the sign-up. */
const summary = (reader: Reader, { hidden: order }: StoredSession, now: Date): Html => {
  const { checkout } = reader.messages;
  const coupon = couponOf(order.coupon);
  const amount = reader.money(priceWith(coupon));
  const months = coupon?.duration_in_months ?? null;
  const price = interpolate(checkout[months === null ? 'perMonth' : 'perMonthAtFirst'], {
    amount,
    months: months ?? 0,
    full: reader.money(priceWith(undefined)),
  });
  return html`<h2>${order.trialDays === null ? price : interpolate(checkout.freeUntil, { date: reader.date(daysAfter(now, order.trialDays)) })}</h2>
${order.trialDays === null ? null : html`<p>${interpolate(checkout.then, { price })}</p>`}
${coupon === undefined ? null : html`<p>${interpolate(checkout.discount, { code: order.code ?? coupon.id, percent: coupon.percent_off })}</p>`}
<p>${checkout.dueToday} <strong>${order.trialDays === null ? amount : reader.money(0)}</strong></p>`;
};

const successUrl = ({ object }: StoredSession): string =>
  object.success_url.replaceAll('{CHECKOUT_SESSION_ID}', object.id);

type Outcome = { kind: 'page'; page: string; status: number; leadsTo: string | null } | { kind: 'paid'; url: string };

/** Adds the page on which a parent pays. */
export const addCheckoutPage = (app: FastifyInstance, simulation: Simulation, merchant: string): void => {
  const knownEmail = async ({ trx }: UnitOfWork, { object }: StoredSession): Promise<string | null> =>
    (await findCustomer(trx, object.customer))?.email ?? object.customer_email;

  const openPage = async (
    work: UnitOfWork,
    session: StoredSession,
    error: PaymentFormError | null,
    email = '',
  ): Promise<Outcome> => {
    const reader = readerOf(session.object.locale);
    const { messages } = reader;
    const { cancel_url: back, success_url: leadsTo } = session.object;
    const known = await knownEmail(work, session);
    const shown = { value: email, label: messages.checkout.email, isInvalid: error === 'email' };
    const content = html`${summary(reader, session, work.now)}
<form class="pay" method="post" action="/c/pay/${session.object.id}" novalidate>
${known === null ? field({ name: 'email', type: 'email', ...shown }) : html`<p>${known}</p>`}
${cardFields(reader, error)}
<button>${session.hidden.trialDays === null ? messages.checkout.subscribe : messages.checkout.startTrial}</button></form>`;
    const title = messages.checkout.title;
    return { kind: 'page', page: payingPage(reader, { title, merchant, back }, content), status: 200, leadsTo };
  };

  /** Returns the page of a session that is unknown, paid or expired. */
  const closedPage = (session: StoredSession | undefined, language: string | undefined): Outcome => {
    const reader = readerOf(session?.object.locale ?? language);
    const { unknown, done, expired, expiredText } = reader.messages.checkout;
    const isDone = session?.object.status === 'complete';
    const title = session === undefined ? unknown : isDone ? done : expired;
    const back = session === undefined ? null : isDone ? successUrl(session) : session.object.cancel_url;
    const text = session === undefined || isDone ? null : html`<p>${expiredText}</p>`;
    const status = session === undefined ? 404 : isDone ? 200 : 410;
    return { kind: 'page', page: payingPage(reader, { title, merchant, back }, text), status, leadsTo: null };
  };

  const pay = async (work: UnitOfWork, session: StoredSession, body: unknown): Promise<Outcome> => {
    const typed = typedOf(body);
    const email = (await knownEmail(work, session)) ?? typed.email;
    const card = cardOf(typed.number);
    if (!z.email().safeParse(email).success) return openPage(work, session, 'email', email);
    if (card === undefined) return openPage(work, session, 'number', email);
    const isPaid = await completeCheckout(work, session, { email, card });
    return isPaid ? { kind: 'paid', url: successUrl(session) } : openPage(work, session, 'declined', email);
  };

  app.route({
    method: ['GET', 'POST'],
    url: '/c/pay/:id',
    handler: async (request, reply) => {
      const isPost = request.method === 'POST';
      const outcome = await (isPost ? simulation.write : simulation.read)(async (work): Promise<Outcome> => {
        const session = await find(work.trx, 'checkout.session', params.parse(request.params).id);
        if (session?.object.status === 'open' && session.object.expires_at > unix(work.now)) {
          return isPost ? pay(work, session, request.body) : openPage(work, session, null);
        }
        // A second click arrives after the payment. It gets the same redirect.
        if (isPost && session?.object.status === 'complete') return { kind: 'paid', url: successUrl(session) };
        return closedPage(session, request.headers['accept-language']);
      });
      return outcome.kind === 'paid' ? redirectAfterPost(reply, outcome.url) : sendPage(reply, outcome.page, outcome);
    },
  });
};
