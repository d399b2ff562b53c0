import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { customerObject } from '../formatters/customer.ts';
import { cancelAtPeriodEnd, changeCard, previousAttributes } from '../lifecycle/change-subscription.ts';
import { addCard, findCard, findCustomer, updateCustomer } from '../store/customers.ts';
import { listInvoices } from '../store/invoices.ts';
import { findPortalSession, type PortalSessionRow } from '../store/portal-sessions.ts';
import { listSubscriptions, type SubscriptionRow } from '../store/subscriptions.ts';
import type { UnitOfWork, Simulation } from '../work.ts';
import { checkCard, type FieldErrors, type TypedValues } from './card-form.ts';
import { notice, payingPage } from './layout.ts';
import { type PortalNotice, portalNotices, portalPage, type PortalStep } from './portal-page.ts';
import { redirectAfterPost, sendPage, textsOf } from './reply.ts';
import { type Reader, readerOf } from './messages.ts';

type Scene = { step: PortalStep; notice: PortalNotice | null; typed: TypedValues; errors: FieldErrors };

const subscriptionOf = async ({ trx }: UnitOfWork, customer: string): Promise<SubscriptionRow | undefined> => {
  const all = await listSubscriptions(trx, customer);
  return all.find(({ status }) => status !== 'canceled') ?? all[0];
};

/** Returns the session, or null if it is unknown or expired, or if its customer is deleted. */
const sessionOf = async (work: UnitOfWork, id: string): Promise<PortalSessionRow | null> => {
  const session = await findPortalSession(work.trx, id);
  if (session === undefined || session.expires_at <= work.now) return null;
  const customer = await findCustomer(work.trx, session.customer);
  return customer === undefined || customer.deleted ? null : session;
};

const saveCard = async (
  work: UnitOfWork,
  session: PortalSessionRow,
  subscription: SubscriptionRow,
  typed: TypedValues,
) => {
  const checked = checkCard(typed, work.now);
  if (!checked.ok) return checked.errors;
  const { brand, last4, expMonth, expYear, behaviour } = checked.card;
  if (behaviour === 'declined') return { number: 'declined' } satisfies FieldErrors;
  const card = await addCard(work.trx, {
    customer: session.customer,
    created: work.now,
    brand,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
    behaviour,
  });
  const before = await findCustomer(work.trx, session.customer);
  const after = await updateCustomer(work.trx, session.customer, { default_payment_method: card.id });
  const current = customerObject(after);
  await work.emit('customer.updated', current, before && previousAttributes(customerObject(before), current));
  await changeCard(work, subscription, card.id);
  return null;
};

export const addPortalRoutes = (app: FastifyInstance, simulation: Simulation, merchant: string): void => {
  const path = '/p/session/:id';

  const pageOf = async (work: UnitOfWork, reader: Reader, session: PortalSessionRow, scene: Scene): Promise<string> => {
    const subscription = await subscriptionOf(work, session.customer);
    const card = await findCard(work.trx, subscription?.default_payment_method ?? null);
    const invoices = await listInvoices(work.trx, { customer: session.customer });
    return portalPage(reader, { session, catalog: work.catalog, merchant, subscription, card, invoices, ...scene });
  };

  type Act = (
    work: UnitOfWork,
    session: PortalSessionRow,
    reader: Reader,
  ) => Promise<{ page: string } | { goTo: string }>;
  const handle = (request: FastifyRequest, reply: FastifyReply, open: Simulation['write'], act: Act) => {
    const accepted = request.headers['accept-language'];
    return open(async (work) => {
      const session = await sessionOf(work, textsOf(request.params)['id'] ?? '');
      return session && (await act(work, session, readerOf(session.locale, accepted)));
    }).then((outcome) => {
      if (outcome === null) {
        const reader = readerOf(null, accepted);
        const { unknown: title, unknownText } = reader.messages.checkout;
        const page = payingPage(reader, { title, merchant, back: null }, notice(title, unknownText, null));
        return sendPage(reply, page, { status: 404 });
      }
      return 'page' in outcome ? sendPage(reply, outcome.page) : redirectAfterPost(reply, outcome.goTo);
    });
  };

  app.get(path, (request, reply) =>
    handle(request, reply, simulation.read, async (work, session, reader) => {
      const query = textsOf(request.query);
      const step = query['step'] === 'cancel' || query['step'] === 'card' ? query['step'] : 'overview';
      const shownNotice = portalNotices.find((name) => name === query['notice']) ?? null;
      return { page: await pageOf(work, reader, session, { step, notice: shownNotice, typed: {}, errors: {} }) };
    }),
  );

  const addAction = (
    name: string,
    shownNotice: PortalNotice,
    act: (work: UnitOfWork, row: SubscriptionRow) => Promise<unknown>,
  ) =>
    app.post(`${path}/${name}`, (request, reply) =>
      handle(request, reply, simulation.write, async (work, session) => {
        const subscription = await subscriptionOf(work, session.customer);
        const isLive = subscription !== undefined && subscription.status !== 'canceled';
        if (isLive) await act(work, subscription);
        return { goTo: `/p/session/${session.id}${isLive ? `?notice=${shownNotice}` : ''}` };
      }),
    );
  addAction('cancel', 'canceledNow', async (work, row) => {
    if (!row.cancel_at_period_end) await cancelAtPeriodEnd(work, row, true);
  });
  addAction('resume', 'resumed', async (work, row) => {
    if (row.cancel_at_period_end) await cancelAtPeriodEnd(work, row, false);
  });

  app.post(`${path}/card`, (request, reply) =>
    handle(request, reply, simulation.write, async (work, session, reader) => {
      const typed = textsOf(request.body);
      const subscription = await subscriptionOf(work, session.customer);
      const own = `/p/session/${session.id}`;
      if (subscription === undefined || subscription.status === 'canceled') return { goTo: own };
      const errors = await saveCard(work, session, subscription, typed);
      if (errors === null) return { goTo: `${own}?notice=saved` };
      return { page: await pageOf(work, reader, session, { step: 'card', notice: null, typed, errors }) };
    }),
  );
};
