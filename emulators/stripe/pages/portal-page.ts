import {
  type StoredInvoice,
  periodEndOf,
  type Subscription,
  type StoredSubscription,
} from '../objects/subscription.ts';
import type { Catalog } from '../catalog.ts';
import { monthlyAmounts } from '../lifecycle/amounts.ts';
import type { PortalSession, Card } from '../objects/purchase.ts';
import { dateOf } from '../objects/common.ts';
import { cardFields, type FieldErrors, testCardList, type TypedValues } from './card-form.ts';
import { html, type Html, alertBox, payingPage, statusBox, interpolate, type Reader } from './layout.ts';

/** The open part of the page: the question before a cancellation, the fields of a new card, or the overview. */
export type PortalStep = 'overview' | 'cancel' | 'card';
export const portalNotices = ['saved', 'canceledNow', 'resumed'] as const;
export type PortalNotice = (typeof portalNotices)[number];

export type PortalView = {
  session: PortalSession;
  catalog: Catalog;
  merchant: string;
  step: PortalStep;
  notice: PortalNotice | null;
  /** The subscription that has not ended, otherwise the newest one. */
  subscription: StoredSubscription | undefined;
  card: Card | undefined;
  invoices: readonly StoredInvoice[];
  typed: TypedValues;
  errors: FieldErrors;
};

const pathOf = ({ session }: PortalView): string => `/p/session/${session.id}`;

/** Returns the amount of the next charge. */
const nextAmount = (reader: Reader, { catalog }: PortalView, subscription: StoredSubscription): string => {
  const { total } = monthlyAmounts(catalog, subscription, dateOf(periodEndOf(subscription.object)));
  return reader.money(total, catalog.price.currency);
};

const stateOf = ({ status, cancel_at_period_end: ending }: Subscription) =>
  status !== 'canceled' && ending ? 'ending' : status;

const sentence = (reader: Reader, view: PortalView, subscription: StoredSubscription): string => {
  const { portal } = reader.messages;
  const { object, due_at: dueAt } = subscription;
  const end = dateOf(periodEndOf(object));
  const dates = {
    trialing: end,
    active: end,
    ending: end,
    past_due: dueAt ?? end,
    canceled: object.ended_at === null ? end : dateOf(object.ended_at),
  };
  const state = stateOf(object);
  return interpolate(portal[state], {
    date: reader.date(dates[state]),
    amount: nextAmount(reader, view, subscription),
  });
};

const planActions = ({ messages }: Reader, view: PortalView, subscription: StoredSubscription): Html | null => {
  if (subscription.object.status === 'canceled') return null;
  if (subscription.object.cancel_at_period_end) {
    return html`<form method="post" action="${pathOf(view)}/resume"><button class="brand">${messages.portal.resume}</button></form>`;
  }
  return html`<a class="button line" href="${pathOf(view)}?step=cancel">${messages.portal.cancel}</a>`;
};

const plan = (reader: Reader, view: PortalView): Html => {
  const { portal, checkout } = reader.messages;
  const { subscription, catalog } = view;
  if (subscription === undefined) return html`<p>${portal.none}</p>`;
  const { object } = subscription;
  const state = stateOf(object);
  const price = reader.money(catalog.price.unit_amount, catalog.price.currency);
  return html`<div class="plan"><h2>${reader.messages.plan}</h2><span class="state ${state}">${portal.states[state]}</span></div>
<p class="price">${interpolate(checkout.perMonth, { amount: price })}</p>
<p>${sentence(reader, view, subscription)}</p>
<p class="hint">${interpolate(portal.since, { date: reader.date(dateOf(object.created)) })}</p>
${planActions(reader, view, subscription)}`;
};

const question = (reader: Reader, view: PortalView, subscription: StoredSubscription): Html => {
  const { portal } = reader.messages;
  const date = reader.date(dateOf(periodEndOf(subscription.object)));
  return html`<section class="card"><h1>${portal.cancelTitle}</h1><p>${interpolate(portal.cancelText, { date })}</p>
<div class="choices"><a class="button soft" href="${pathOf(view)}">${portal.keep}</a>
<form method="post" action="${pathOf(view)}/cancel"><button class="danger">${interpolate(portal.confirmCancel, { date })}</button></form></div></section>`;
};

const expiry = ({ expMonth, expYear }: Card): string => `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** Brand, last digits and expiry of a card. The expiry is on one line with the word before it. */
const cardText = ({ portal }: Reader['messages'], card: Card): string => {
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1);
  const sentence = interpolate(portal.cardIs, { brand, last4: card.last4, expiry: expiry(card) });
  return sentence.replace(/ (?=[\d/]+$)/, '\u00a0');
};

const cardBox = ({ messages }: Reader, view: PortalView): Html | null => {
  const { portal } = messages;
  const { card } = view;
  if (view.subscription === undefined || view.subscription.object.status === 'canceled') return null;
  return html`<section class="card"><h2>${portal.card}</h2>
${card === undefined ? null : html`<p>${cardText(messages, card)}</p>`}
<a class="button soft" href="${pathOf(view)}?step=card">${portal.changeCard}</a></section>`;
};

const cardForm = (reader: Reader, view: PortalView): Html => {
  const { messages } = reader;
  const hasErrors = Object.keys(view.errors).length > 0;
  const message = view.errors['number'] === 'declined' ? messages.errors.declined : messages.errors.summary;
  return html`<form class="card pay" method="post" action="${pathOf(view)}/card" novalidate>
<h1>${messages.portal.changeCard}</h1>${hasErrors ? alertBox(message) : null}${cardFields(messages, view.typed, view.errors)}
<div class="choices"><button class="brand">${messages.portal.saveCard}</button>
<a class="button soft" href="${pathOf(view)}">${messages.portal.back}</a></div>${testCardList(messages)}</form>`;
};

const invoiceState = ({ portal }: Reader['messages'], { object, hidden: payment }: StoredInvoice): string =>
  payment.isRefunded ? portal.refunded : portal[object.status];

const invoiceTable = (reader: Reader, { invoices }: PortalView): Html => {
  const { portal } = reader.messages;
  const rows = invoices.map(
    (invoice) => html`<tr><td>${reader.date(dateOf(invoice.object.created))}</td>
<td class="amount">${reader.money(invoice.object.total, invoice.object.currency)}</td><td>${invoiceState(reader.messages, invoice)}</td></tr>`,
  );
  return html`<section class="card"><h2 id="invoices">${portal.invoices}</h2>
${
  rows.length === 0
    ? html`<p>${portal.noInvoices}</p>`
    : html`<table aria-labelledby="invoices"><thead><tr><th scope="col">${portal.invoiceDate}</th>
<th scope="col" class="amount">${portal.invoiceAmount}</th><th scope="col">${portal.invoiceState}</th></tr></thead>
<tbody>${rows}</tbody></table>`
}</section>`;
};

const overview = (reader: Reader, view: PortalView): Html => {
  const { portal } = reader.messages;
  return html`${view.notice === null ? null : statusBox(portal[view.notice])}
<h1>${portal.title}</h1><section class="card">${plan(reader, view)}</section>
${cardBox(reader, view)}${invoiceTable(reader, view)}`;
};

const stepOf = (reader: Reader, view: PortalView): Html => {
  const { step, subscription } = view;
  if (subscription === undefined || subscription.object.status === 'canceled') return overview(reader, view);
  switch (step) {
    case 'cancel':
      return question(reader, view, subscription);
    case 'card':
      return cardForm(reader, view);
    case 'overview':
      return overview(reader, view);
  }
};

/** Returns the page on which parents manage their subscription. */
export const portalPage = (reader: Reader, view: PortalView): string => {
  const { messages } = reader;
  const { merchant, session } = view;
  const hasErrors = Object.keys(view.errors).length > 0;
  const title = hasErrors
    ? interpolate(messages.errors.title, { title: messages.portal.title })
    : messages.portal.title;
  const back =
    session.return_url === null ? null : { url: session.return_url, label: interpolate(messages.backTo, { merchant }) };
  return payingPage(reader, { title, merchant, back }, html`<div class="narrow">${stepOf(reader, view)}</div>`);
};
