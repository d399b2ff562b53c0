import type { StoredSession, CheckoutSession } from '../objects/purchase.ts';
import { type Catalog, couponOf } from '../catalog.ts';
import { checkoutAmounts, firstFullPayment, daysAfter } from '../lifecycle/amounts.ts';
import {
  cardFields,
  field,
  type FieldErrors,
  testCardList,
  type TypedValues,
  checkCard,
  isEmail,
} from './card-form.ts';
import {
  html,
  type Html,
  alertBox,
  payingPage,
  interpolate,
  type Reader,
  notice,
  redirectAfterPost,
  sendPage,
  textsOf,
  readerOf,
} from './layout.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { completeCheckout } from '../lifecycle/complete-checkout.ts';
import { find, findCustomer } from '../store.ts';
import { unix } from '../objects/common.ts';
import type { UnitOfWork, Simulation } from '../work.ts';

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
</section>`;
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
${hasErrors ? alertBox(message) : null}
<h2>${checkout.contact}</h2>${contact(reader, view)}
<h2>${checkout.payment}</h2>${cardFields(messages, view.typed, errors)}
<button class="sun">${session.hidden.trial_days === null ? checkout.subscribe : checkout.startTrial}</button>
<p class="hint">${interpolate(checkout.agreement, { merchant })}</p>
${testCardList(messages)}</form></div>`,
  );
};

const successUrl = (session: CheckoutSession): string =>
  session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const knownEmail = async ({ trx }: UnitOfWork, session: CheckoutSession): Promise<string | null> =>
  (await findCustomer(trx, session.customer))?.email ?? session.customer_email;

/** Returns whether a session can be paid. It checks the time too, because an expired session can still be `open`. */
const isOpen = ({ status, expires_at: expiresAt }: CheckoutSession, now: Date): boolean =>
  status === 'open' && expiresAt > unix(now);

const closedPage = (reader: Reader, merchant: string, session: CheckoutSession | undefined): string => {
  const { checkout } = reader.messages;
  const show = (title: string, text: string, link: { url: string; label: string } | null): string =>
    payingPage(reader, { title, merchant, back: null }, notice(title, text, link));
  if (session === undefined) return show(checkout.unknown, checkout.unknownText, null);
  if (session.status === 'complete') {
    return show(checkout.done, checkout.doneText, {
      url: successUrl(session),
      label: interpolate(checkout.goOn, { merchant }),
    });
  }
  const back = session.cancel_url;
  return show(
    checkout.expired,
    checkout.expiredText,
    back === null ? null : { url: back, label: interpolate(reader.messages.backTo, { merchant }) },
  );
};

type Outcome =
  | { kind: 'closed'; session: CheckoutSession | undefined }
  | { kind: 'shown'; session: CheckoutSession; page: string }
  | { kind: 'gone-on'; url: string };

export const addCheckoutRoutes = (app: FastifyInstance, simulation: Simulation, merchant: string): void => {
  const path = '/c/pay/:id';

  const shown = async (
    work: UnitOfWork,
    reader: Reader,
    session: StoredSession,
    { typed, errors }: { typed: TypedValues; errors: FieldErrors },
  ): Promise<Outcome> => {
    const email = await knownEmail(work, session.object);
    const { catalog, now } = work;
    const page = checkoutPage(reader, { session, catalog, merchant, now, knownEmail: email, typed, errors });
    return { kind: 'shown', session: session.object, page };
  };

  type Act = (work: UnitOfWork, session: StoredSession, reader: Reader, typed: TypedValues) => Promise<Outcome>;
  const handle =
    (open: Simulation['write'], act: Act) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const accepted = request.headers['accept-language'];
      let reader = readerOf(null, accepted);
      const outcome = await open(async (work): Promise<Outcome> => {
        const session = await find(work.trx, 'checkout.session', textsOf(request.params)['id'] ?? '');
        if (session === undefined) return { kind: 'closed', session };
        reader = readerOf(session.object.locale, accepted);
        if (!isOpen(session.object, work.now)) return { kind: 'closed', session: session.object };
        return act(work, session, reader, textsOf(request.body));
      });
      switch (outcome.kind) {
        case 'gone-on':
          return redirectAfterPost(reply, outcome.url);
        case 'shown':
          return sendPage(reply, outcome.page, { leadsTo: outcome.session.success_url });
        case 'closed': {
          const { session } = outcome;
          // A second click arrives after the payment. It gets the same redirect.
          if (request.method === 'POST' && session?.status === 'complete')
            return redirectAfterPost(reply, successUrl(session));
          const status = session === undefined ? 404 : session.status === 'complete' ? 200 : 410;
          return sendPage(reply, closedPage(reader, merchant, session), { status });
        }
      }
    };

  app.get(
    path,
    handle(simulation.read, (work, session, reader) => shown(work, reader, session, { typed: {}, errors: {} })),
  );

  app.post(
    path,
    handle(simulation.write, async (work, session, reader, typed) => {
      const email = (await knownEmail(work, session.object)) ?? (typed['email'] ?? '').trim();
      const checked = checkCard(typed, work.now);
      const errors: FieldErrors = {
        ...(!isEmail(email) && { email: 'email' }),
        ...(!checked.ok && checked.errors),
      };
      if (!checked.ok || Object.keys(errors).length > 0) return shown(work, reader, session, { typed, errors });
      const isPaid = await completeCheckout(work, session, { email, card: checked.card });
      if (!isPaid) return shown(work, reader, session, { typed, errors: { number: 'declined' } });
      return { kind: 'gone-on', url: successUrl(session.object) };
    }),
  );
};
