import type { StoredSubscription } from '../objects/subscription.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cancelAtPeriodEnd, changeCard } from '../lifecycle/change-subscription.ts';
import { daysAfter } from '../lifecycle/amounts.ts';
import { type PortalSession, newCard, type Customer } from '../objects/purchase.ts';
import { find, findCustomer, list, saveObject } from '../store.ts';
import { dateOf } from '../objects/common.ts';
import type { UnitOfWork, Simulation } from '../work.ts';
import { checkCard, type FieldErrors, type TypedValues } from './card-form.ts';
import { notice, payingPage, redirectAfterPost, sendPage, textsOf, type Reader, readerOf } from './layout.ts';
import { type PortalNotice, portalNotices, portalPage, type PortalStep } from './portal-page.ts';

type Scene = { step: PortalStep; notice: PortalNotice | null; typed: TypedValues; errors: FieldErrors };

const isEnded = ({ object }: StoredSubscription): boolean => object.status === 'canceled';

const subscriptionOf = async ({ trx }: UnitOfWork, customer: string): Promise<StoredSubscription | undefined> => {
  const all = await list(trx, 'subscription', customer);
  return all.find((subscription) => !isEnded(subscription)) ?? all[0];
};

/** The days for which the page is valid. */
const lifetime = 1;

/** Returns the session and its customer, or null if one is unknown, the session expired or the customer deleted. */
const sessionOf = async ({ trx, now }: UnitOfWork, id: string) => {
  const session = (await find(trx, 'billing_portal.session', id))?.object;
  if (session === undefined || daysAfter(dateOf(session.created), lifetime) <= now) return null;
  const customer = await findCustomer(trx, session.customer);
  return customer === undefined ? null : { session, customer };
};

const saveCard = async (
  work: UnitOfWork,
  subscription: StoredSubscription,
  typed: TypedValues,
): Promise<FieldErrors | null> => {
  const checked = checkCard(typed, work.now);
  if (!checked.ok) return checked.errors;
  const { behaviour } = checked.card;
  if (behaviour === 'declined') return { number: 'declined' };
  const card = newCard(subscription.object.customer, { ...checked.card, behaviour });
  await saveObject(work.trx, card);
  await changeCard(work, subscription, card.id);
  return null;
};

export const addPortalRoutes = (app: FastifyInstance, simulation: Simulation, merchant: string): void => {
  const path = '/p/session/:id';

  const pageOf = async (work: UnitOfWork, reader: Reader, session: PortalSession, scene: Scene): Promise<string> => {
    const subscription = await subscriptionOf(work, session.customer);
    const card = subscription && (await find(work.trx, 'payment_method', subscription.object.default_payment_method));
    const invoices = await list(work.trx, 'invoice', session.customer);
    return portalPage(reader, {
      session,
      catalog: work.catalog,
      merchant,
      subscription,
      card: card?.object,
      invoices,
      ...scene,
    });
  };

  type Act = (
    work: UnitOfWork,
    found: { session: PortalSession; customer: Customer },
    reader: Reader,
  ) => Promise<{ page: string } | { goTo: string }>;
  const handle = (request: FastifyRequest, reply: FastifyReply, open: Simulation['write'], act: Act) => {
    const accepted = request.headers['accept-language'];
    return open(async (work) => {
      const found = await sessionOf(work, textsOf(request.params)['id'] ?? '');
      return found && (await act(work, found, readerOf(found.session.locale, accepted)));
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
    handle(request, reply, simulation.read, async (work, { session }, reader) => {
      const query = textsOf(request.query);
      const step = query['step'] === 'cancel' || query['step'] === 'card' ? query['step'] : 'overview';
      const shownNotice = portalNotices.find((name) => name === query['notice']) ?? null;
      return { page: await pageOf(work, reader, session, { step, notice: shownNotice, typed: {}, errors: {} }) };
    }),
  );

  const addAction = (
    name: string,
    shownNotice: PortalNotice,
    act: (work: UnitOfWork, row: StoredSubscription) => Promise<unknown>,
  ) =>
    app.post(`${path}/${name}`, (request, reply) =>
      handle(request, reply, simulation.write, async (work, { session }) => {
        const subscription = await subscriptionOf(work, session.customer);
        const isLive = subscription !== undefined && !isEnded(subscription);
        if (isLive) await act(work, subscription);
        return { goTo: `/p/session/${session.id}${isLive ? `?notice=${shownNotice}` : ''}` };
      }),
    );
  addAction('cancel', 'canceledNow', async (work, row) => {
    if (!row.object.cancel_at_period_end) await cancelAtPeriodEnd(work, row, true);
  });
  addAction('resume', 'resumed', async (work, row) => {
    if (row.object.cancel_at_period_end) await cancelAtPeriodEnd(work, row, false);
  });

  app.post(`${path}/card`, (request, reply) =>
    handle(request, reply, simulation.write, async (work, { session }, reader) => {
      const typed = textsOf(request.body);
      const subscription = await subscriptionOf(work, session.customer);
      const own = `/p/session/${session.id}`;
      if (subscription === undefined || isEnded(subscription)) return { goTo: own };
      const errors = await saveCard(work, subscription, typed);
      if (errors === null) return { goTo: `${own}?notice=saved` };
      return { page: await pageOf(work, reader, session, { step: 'card', notice: null, typed, errors }) };
    }),
  );
};
