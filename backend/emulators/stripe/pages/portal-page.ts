import { type Catalog } from '../catalog.ts';
import { amountsOf, couponAt } from '../life/amounts.ts';
import type { CardRow } from '../store/customers.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { PortalSessionRow } from '../store/portal-sessions.ts';
import type { SubscriptionRow } from '../store/subscriptions.ts';
import { cardFields, type FieldErrors, testCardList, type Typed } from './card-form.ts';
import { html, type Html } from './html.ts';
import { alertBox, payingPage, statusBox } from './layout.ts';
import { fill, type Reader } from './words.ts';

/** Which part is open: a question before it is cancelled, the card's fields, or neither. */
export type PortalStep = 'overview' | 'cancel' | 'card';
export const portalNotices = ['saved', 'canceledNow', 'resumed'] as const;
export type PortalNotice = (typeof portalNotices)[number];

export type PortalView = {
  session: PortalSessionRow;
  catalog: Catalog;
  merchant: string;
  step: PortalStep;
  notice: PortalNotice | null;
  /** The one that lives, else the newest. */
  subscription: SubscriptionRow | undefined;
  card: CardRow | undefined;
  invoices: readonly InvoiceRow[];
  typed: Typed;
  errors: FieldErrors;
};

const pathOf = ({ session }: PortalView): string => `/p/session/${session.id}`;

/** What is charged next time. */
const nextAmount = (reader: Reader, { catalog }: PortalView, subscription: SubscriptionRow): string => {
  const { total } = amountsOf(catalog, subscription.quantity, couponAt(catalog, subscription, subscription.period_end));
  return reader.money(total, catalog.price.currency);
};

const stateOf = ({ status, cancel_at_period_end: ending }: SubscriptionRow) =>
  status !== 'canceled' && ending ? 'ending' : status;

const sentence = (reader: Reader, view: PortalView, subscription: SubscriptionRow): string => {
  const { portal } = reader.words;
  const dates = {
    trialing: subscription.period_end,
    active: subscription.period_end,
    ending: subscription.period_end,
    past_due: subscription.retry_at ?? subscription.period_end,
    canceled: subscription.ended_at ?? subscription.period_end,
  };
  const state = stateOf(subscription);
  return fill(portal[state], { date: reader.date(dates[state]), amount: nextAmount(reader, view, subscription) });
};

const planActions = ({ words }: Reader, view: PortalView, subscription: SubscriptionRow): Html | null => {
  if (subscription.status === 'canceled') return null;
  if (subscription.cancel_at_period_end) {
    return html`<form method="post" action="${pathOf(view)}/resume"><button class="brand">${words.portal.resume}</button></form>`;
  }
  return html`<a class="button line" href="${pathOf(view)}?step=cancel">${words.portal.cancel}</a>`;
};

const plan = (reader: Reader, view: PortalView): Html => {
  const { portal, checkout } = reader.words;
  const { subscription, catalog } = view;
  if (subscription === undefined) return html`<p>${portal.none}</p>`;
  const state = stateOf(subscription);
  const price = reader.money(catalog.price.amount * subscription.quantity, catalog.price.currency);
  return html`<div class="plan"><h2>${reader.words.plan}</h2><span class="state ${state}">${portal.states[state]}</span></div>
<p class="price">${fill(checkout.perMonth, { amount: price })}</p>
<p>${sentence(reader, view, subscription)}</p>
<p class="hint">${fill(portal.since, { date: reader.date(subscription.created) })}</p>
${planActions(reader, view, subscription)}`;
};

const question = (reader: Reader, view: PortalView, subscription: SubscriptionRow): Html => {
  const { portal } = reader.words;
  const date = reader.date(subscription.period_end);
  return html`<section class="card"><h1>${portal.cancelTitle}</h1><p>${fill(portal.cancelText, { date })}</p>
<div class="choices"><a class="button soft" href="${pathOf(view)}">${portal.keep}</a>
<form method="post" action="${pathOf(view)}/cancel"><button class="danger">${fill(portal.confirmCancel, { date })}</button></form></div></section>`;
};

const expiry = ({ exp_month: month, exp_year: year }: CardRow): string => `${String(month).padStart(2, '0')}/${year}`;

const cardBox = ({ words }: Reader, view: PortalView): Html | null => {
  const { portal } = words;
  const { card } = view;
  if (view.subscription === undefined || view.subscription.status === 'canceled') return null;
  const brand = card === undefined ? '' : card.brand.charAt(0).toUpperCase() + card.brand.slice(1);
  return html`<section class="card"><h2>${portal.card}</h2>
${card === undefined ? null : html`<p>${fill(portal.cardIs, { brand, last4: card.last4, expiry: expiry(card) })}</p>`}
<a class="button soft" href="${pathOf(view)}?step=card">${portal.changeCard}</a></section>`;
};

const cardForm = (reader: Reader, view: PortalView): Html => {
  const { words } = reader;
  const hasErrors = Object.keys(view.errors).length > 0;
  const message = view.errors['number'] === 'declined' ? words.errors.declined : words.errors.summary;
  return html`<form class="card pay" method="post" action="${pathOf(view)}/card" novalidate>
<h1>${words.portal.changeCard}</h1>${hasErrors ? alertBox(message) : null}${cardFields(words, view.typed, view.errors)}
<div class="choices"><button class="brand">${words.portal.saveCard}</button>
<a class="button soft" href="${pathOf(view)}">${words.portal.back}</a></div>${testCardList(words)}</form>`;
};

const invoiceState = ({ portal }: Reader['words'], invoice: InvoiceRow): string =>
  invoice.refunded > 0 ? portal.refunded : portal[invoice.status];

const invoiceTable = (reader: Reader, { invoices, catalog }: PortalView): Html => {
  const { portal } = reader.words;
  const rows = invoices.map(
    (invoice) => html`<tr><td>${reader.date(invoice.created)}</td>
<td class="amount">${reader.money(invoice.total, catalog.price.currency)}</td><td>${invoiceState(reader.words, invoice)}</td></tr>`,
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
  const { portal } = reader.words;
  return html`${view.notice === null ? null : statusBox(portal[view.notice])}
<h1>${portal.title}</h1><section class="card">${plan(reader, view)}</section>
${cardBox(reader, view)}${invoiceTable(reader, view)}`;
};

const stepOf = (reader: Reader, view: PortalView): Html => {
  const { step, subscription } = view;
  if (subscription === undefined || subscription.status === 'canceled') return overview(reader, view);
  switch (step) {
    case 'cancel':
      return question(reader, view, subscription);
    case 'card':
      return cardForm(reader, view);
    case 'overview':
      return overview(reader, view);
  }
};

/** The page on which a parent manages what she pays. */
export const portalPage = (reader: Reader, view: PortalView): string => {
  const { words } = reader;
  const { merchant, session } = view;
  const hasErrors = Object.keys(view.errors).length > 0;
  const title = hasErrors ? fill(words.errors.title, { title: words.portal.title }) : words.portal.title;
  const back =
    session.return_url === null ? null : { url: session.return_url, label: fill(words.backTo, { merchant }) };
  return payingPage(reader, { title, merchant, back }, html`<div class="narrow">${stepOf(reader, view)}</div>`);
};
