import type { StoredSession } from '../objects/checkout-session.ts';
import { type Catalog, couponOf } from '../catalog.ts';
import { checkoutAmounts, firstFullPayment } from '../lifecycle/amounts.ts';
import { daysAfter } from '../lifecycle/periods.ts';
import { cardFields, field, type FieldErrors, testCardList, type TypedValues } from './card-form.ts';
import { html, type Html } from './html.ts';
import { alertBox, payingPage } from './layout.ts';
import { interpolate, type Reader } from './messages.ts';

export type CheckoutView = {
  session: StoredSession;
  catalog: Catalog;
  merchant: string;
  now: Date;
  /** The customer's email address, or null if the page must ask for it. */
  knownEmail: string | null;
  typed: TypedValues;
  errors: FieldErrors;
};

const pathOf = ({ session }: CheckoutView): string => `/c/pay/${session.object.id}`;

const promotionBox = ({ messages }: Reader, view: CheckoutView): Html | null => {
  const { session, typed, errors } = view;
  if (session.object.allow_promotion_codes !== true) return null;
  const { checkout } = messages;
  const code = view.catalog.promotionCodes.find(({ id }) => id === session.hidden.promotion_code)?.code;
  const options = {
    name: 'promotion',
    label: checkout.promotion,
    value: typed['promotion'],
    error: errors['promotion'],
    isFirst: errors['promotion'] !== undefined,
    autocomplete: 'off',
    maxlength: 50,
  };
  return html`<form class="promotion" method="post" action="${pathOf(view)}/promotion" novalidate>
${
  code === undefined
    ? html`${field(messages, options)}<button class="soft">${checkout.apply}</button>`
    : html`<button class="soft">${interpolate(checkout.remove, { code })}</button>`
}</form>`;
};

const row = (name: string, amount: string, kind = ''): Html =>
  html`<div class="row ${kind}"><dt>${name}</dt><dd>${amount}</dd></div>`;

/** Renders the product, and the charges with their dates. */
const summary = (reader: Reader, view: CheckoutView): Html => {
  const { catalog, now } = view;
  const order = view.session.hidden;
  const { checkout } = reader.messages;
  const { today, monthly } = checkoutAmounts(catalog, order);
  const money = (amount: number): string => reader.money(amount, catalog.price.currency);
  const coupon = couponOf(catalog, order.coupon);
  const trialEnd = order.trial_days === null ? null : daysAfter(now, order.trial_days);
  const fullFrom = firstFullPayment(coupon, now, trialEnd);
  const code = catalog.promotionCodes.find(({ id }) => id === order.promotion_code)?.code ?? coupon?.name ?? '';
  return html`<section class="summary" aria-labelledby="what"><h1 id="what">${interpolate(checkout.title, { product: reader.messages.plan })}</h1>
<p class="price">${trialEnd === null ? interpolate(checkout.perMonth, { amount: money(monthly.total) }) : interpolate(checkout.freeUntil, { date: reader.date(trialEnd) })}</p>
${trialEnd === null ? null : html`<p class="then">${interpolate(fullFrom === null ? checkout.thenMonthly : checkout.thenDiscounted, { amount: money(monthly.total) })}</p>`}
<dl>${row(interpolate(checkout.subtotal, { product: reader.messages.plan }), money(monthly.subtotal))}
${
  coupon === undefined
    ? null
    : row(
        interpolate(checkout.discount, { code, percent: coupon.percent_off }),
        `−${money(monthly.discount)}`,
        'discount',
      )
}
${trialEnd === null ? null : row(interpolate(checkout.nextCharge, { date: reader.date(trialEnd) }), money(monthly.total))}
${row(checkout.dueToday, money(today.total), 'total')}</dl>
${fullFrom === null ? null : html`<p class="hint">${interpolate(checkout.discountEnds, { date: reader.date(fullFrom), amount: money(monthly.subtotal) })}</p>`}
${promotionBox(reader, view)}</section>`;
};

const contact = (reader: Reader, { knownEmail, typed, errors }: CheckoutView): Html => {
  const { messages } = reader;
  if (knownEmail !== null) {
    return html`<p class="known"><span class="label">${messages.checkout.email}</span><span>${knownEmail}</span></p>`;
  }
  return field(messages, {
    name: 'email',
    label: messages.checkout.email,
    type: 'email',
    value: typed['email'],
    error: errors['email'],
    isFirst: errors['email'] !== undefined,
    autocomplete: 'email',
    maxlength: 255,
  });
};

/** Returns the page on which a parent pays. */
export const checkoutPage = (reader: Reader, view: CheckoutView): string => {
  const { session, merchant, errors } = view;
  const { messages } = reader;
  const { checkout } = messages;
  const title = interpolate(checkout.title, { product: messages.plan });
  const hasErrors = Object.keys(errors).length > 0;
  const message = errors['number'] === 'declined' ? messages.errors.declined : messages.errors.summary;
  const back =
    session.object.cancel_url === null
      ? null
      : { url: session.object.cancel_url, label: interpolate(messages.backTo, { merchant }) };
  return payingPage(
    reader,
    { title: hasErrors ? interpolate(messages.errors.title, { title }) : title, merchant, back },
    html`<div class="columns">${summary(reader, view)}
<form class="card pay" method="post" action="${pathOf(view)}" novalidate>
${hasErrors && errors['promotion'] === undefined ? alertBox(message) : null}
<h2>${checkout.contact}</h2>${contact(reader, view)}
<h2>${checkout.payment}</h2>${cardFields(messages, view.typed, errors)}
<button class="sun">${session.hidden.trial_days === null ? checkout.subscribe : checkout.startTrial}</button>
<p class="hint">${interpolate(checkout.agreement, { merchant })}</p>
${testCardList(messages)}</form></div>`,
  );
};
