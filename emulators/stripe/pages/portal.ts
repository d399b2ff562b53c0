import { html, type Html } from '../../../src/lib/html.ts';
import { interpolate } from '../../../src/lib/texts.ts';
import { changeCard } from '../lifecycle.ts';
import {
  cardOf,
  dateOf,
  daysAfter,
  due,
  monthlyPrice,
  periodEndOf,
  type PortalSession,
  type StoredSubscription,
  unix,
} from '../objects.ts';
import { find, findCustomer, get, list } from '../store.ts';
import { updateSubscription } from '../subscriptions.ts';
import type { UnitOfWork } from '../work.ts';
import {
  cardFields,
  type Pages,
  type PaymentFormError,
  payingPage,
  type Reader,
  readerOf,
  servePage,
} from './layout.ts';

const actions = ['cancel', 'resume', 'card'] as const;
type Action = (typeof actions)[number];

/** Returns the state of a subscription in a sentence, with its next date and amount. */
const stateOf = async (
  { trx }: UnitOfWork,
  { messages, date, money }: Reader,
  subscription: StoredSubscription,
): Promise<string> => {
  const { status, cancel_at: cancelAt, ended_at: endedAt, latest_invoice: latest } = subscription;
  const end = periodEndOf(subscription);
  const sentence = messages.portal[status !== 'canceled' && cancelAt !== null ? 'ending' : status];
  const retry = status === 'past_due' && latest !== null ? (await get(trx, 'invoice', latest))[due] : null;
  const next = dateOf(endedAt ?? cancelAt ?? unix(retry ?? end));
  return interpolate(sentence, { date: date(next), amount: money(monthlyPrice(subscription, end)) });
};

const live = (reader: Reader, subscription: StoredSubscription, path: string, error: PaymentFormError | null): Html => {
  const { portal } = reader.messages;
  const action: Action = subscription.cancel_at !== null ? 'resume' : 'cancel';
  return html`<form method="post" action="${path}/${action}"><button>${portal[action]}</button></form>
<h2>${portal.changeCard}</h2><form class="pay" method="post" action="${path}/card" novalidate>
${cardFields(reader, error)}<button>${portal.changeCard}</button></form>`;
};

/** Returns the subscription that has not ended, otherwise the newest one. */
const subscriptionOf = async ({ trx }: UnitOfWork, customer: string): Promise<StoredSubscription | undefined> => {
  const all = await list(trx, 'subscription', customer);
  return all.find(({ status }) => status !== 'canceled') ?? all[0];
};

/** Returns the session; undefined if it is unknown, a day old, or its customer was deleted. */
const sessionOf = async ({ trx, now }: UnitOfWork, id: string): Promise<PortalSession | undefined> => {
  const session = await find(trx, 'billing_portal.session', id);
  if (session === undefined || daysAfter(dateOf(session.created), 1) <= now) return undefined;
  return (await findCustomer(trx, session.customer)) && session;
};

/** Does what a parent asks for. @returns what was wrong with the form */
const act = async (
  work: UnitOfWork,
  customer: string,
  action: Action,
  number: string,
): Promise<PaymentFormError | null> => {
  const subscription = await subscriptionOf(work, customer);
  if (subscription === undefined || subscription.status === 'canceled') return null;
  if (action !== 'card') {
    // In flexible billing mode, the customer portal sets only the date
    // (https://docs.stripe.com/billing/subscriptions/billing-mode/compare#scheduled-subscription-cancellation).
    const cancel_at = action === 'cancel' ? unix(periodEndOf(subscription)) : null;
    await updateSubscription(work, subscription, { cancel_at });
    return null;
  }
  const card = cardOf(number);
  if (card === undefined || card === 'declined') return card ?? 'number';
  await changeCard(work, subscription, card);
  return null;
};

/** Adds the page on which parents manage their subscription. */
export const addPortalPage = (pages: Pages): void => {
  const pageOf = async (work: UnitOfWork, session: PortalSession, error: PaymentFormError | null) => {
    const reader = readerOf(session.locale);
    const { portal } = reader.messages;
    const subscription = await subscriptionOf(work, session.customer);
    const isLive = subscription !== undefined && subscription.status !== 'canceled';
    const content = html`<p>${subscription === undefined ? portal.none : await stateOf(work, reader, subscription)}</p>
${isLive ? live(reader, subscription, `/p/session/${session.id}`, error) : null}`;
    const head = { title: portal.title, merchant: pages.merchant, back: session.return_url };
    return { page: payingPage(reader, head, content) };
  };

  servePage(pages, ['GET', '/p/session/:id'], sessionOf, (work, session) => pageOf(work, session, null));
  for (const action of actions) {
    servePage(pages, ['POST', `/p/session/:id/${action}`], sessionOf, async (work, session, { number }) => {
      const error = await act(work, session.customer, action, number);
      return error === null ? { redirect: `/p/session/${session.id}` } : pageOf(work, session, error);
    });
  }
};
