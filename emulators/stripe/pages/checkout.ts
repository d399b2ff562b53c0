import { z } from 'zod';
import { html, type Html } from '../../../src/lib/html.ts';
import { interpolate } from '../../../src/lib/texts.ts';
import { couponOf } from '../catalog.ts';
import { completeCheckout } from '../lifecycle.ts';
import { cardOf, daysAfter, hidden, priceWith, type StoredSession, unix } from '../objects.ts';
import { find, findCustomer } from '../store.ts';
import type { UnitOfWork } from '../work.ts';
import {
  cardFields,
  field,
  type Pages,
  type PaymentFormError,
  payingPage,
  type Reader,
  readerOf,
  servePage,
} from './layout.ts';

/** Renders what is charged, and when, with the words and amounts of the sign-up. */
const summary = (reader: Reader, { [hidden]: order }: StoredSession, now: Date): Html => {
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

const successUrl = ({ id, success_url: url }: StoredSession): string => url.replaceAll('{CHECKOUT_SESSION_ID}', id);
const isOpen = ({ now }: UnitOfWork, { status, expires_at: end }: StoredSession): boolean =>
  status === 'open' && end > unix(now);
const knownEmail = async ({ trx }: UnitOfWork, session: StoredSession): Promise<string | null> =>
  (await findCustomer(trx, session.customer))?.email ?? session.customer_email;

/** Adds the page on which a parent pays. */
export const addCheckoutPage = (pages: Pages): void => {
  const { merchant } = pages;
  const sessionOf = ({ trx }: UnitOfWork, id: string) => find(trx, 'checkout.session', id);

  const openPage = async (work: UnitOfWork, session: StoredSession, error: PaymentFormError | null, email = '') => {
    const reader = readerOf(session.locale);
    const { title, subscribe, startTrial, email: label } = reader.messages.checkout;
    const known = await knownEmail(work, session);
    const shown = { value: email, label, isInvalid: error === 'email' };
    const content = html`${summary(reader, session, work.now)}
<form class="pay" method="post" action="/c/pay/${session.id}" novalidate>
${known === null ? field({ name: 'email', type: 'email', ...shown }) : html`<p>${known}</p>`}
${cardFields(reader, error)}
<button>${session[hidden].trialDays === null ? subscribe : startTrial}</button></form>`;
    const page = payingPage(reader, { title, merchant, back: session.cancel_url }, content);
    return { page, leadsTo: session.success_url };
  };

  /** Returns the page of a session that is paid or expired. */
  const closedPage = (session: StoredSession) => {
    const reader = readerOf(session.locale);
    const { done, expired, expiredText } = reader.messages.checkout;
    if (session.status === 'complete') {
      return { page: payingPage(reader, { title: done, merchant, back: successUrl(session) }, null) };
    }
    const head = { title: expired, merchant, back: session.cancel_url };
    return { page: payingPage(reader, head, html`<p>${expiredText}</p>`), status: 410 };
  };

  servePage(pages, ['GET', '/c/pay/:id'], sessionOf, async (work, session) =>
    isOpen(work, session) ? openPage(work, session, null) : closedPage(session),
  );

  servePage(pages, ['POST', '/c/pay/:id'], sessionOf, async (work, session, typed) => {
    // A second click arrives after the payment. It gets the same redirect.
    if (session.status === 'complete') return { redirect: successUrl(session) };
    if (!isOpen(work, session)) return closedPage(session);
    const email = (await knownEmail(work, session)) ?? typed.email;
    const card = cardOf(typed.number);
    if (!z.email().safeParse(email).success) return openPage(work, session, 'email', email);
    if (card === undefined) return openPage(work, session, 'number', email);
    const isPaid = await completeCheckout(work, session, { email, card });
    return isPaid ? { redirect: successUrl(session) } : openPage(work, session, 'declined', email);
  });
};
