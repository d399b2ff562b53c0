import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUsable, promotionOfCode } from '../catalog.ts';
import { completeCheckout } from '../lifecycle/complete-checkout.ts';
import { type CheckoutSession, discounted, type StoredSession } from '../objects/checkout-session.ts';
import { find, findCustomer, save } from '../store.ts';
import { unix } from '../time.ts';
import type { UnitOfWork, Simulation } from '../work.ts';
import { checkCard, type FieldErrors, isEmail, type TypedValues } from './card-form.ts';
import { checkoutPage } from './checkout-page.ts';
import { notice, payingPage } from './layout.ts';
import { redirectAfterPost, sendPage, textsOf } from './reply.ts';
import { interpolate, type Reader, readerOf } from './messages.ts';

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
      const isPaid = await completeCheckout(work, session, { email, name: checked.name, card: checked.card });
      if (!isPaid) return shown(work, reader, session, { typed, errors: { number: 'declined' } });
      return { kind: 'gone-on', url: successUrl(session.object) };
    }),
  );

  app.post(
    `${path}/promotion`,
    handle(simulation.write, async (work, session, reader, typed) => {
      const code = typed['promotion'];
      const found = code === undefined ? undefined : promotionOfCode(work.catalog, code);
      const isAccepted =
        session.object.allow_promotion_codes === true && found !== undefined && isUsable(found, work.now);
      if (code !== undefined && !isAccepted) {
        return shown(work, reader, session, { typed, errors: { promotion: 'promotion' } });
      }
      const discount = { coupon: found?.promotion.coupon ?? null, promotion_code: found?.id ?? null };
      await save(work.trx, discounted(work.catalog, session, discount));
      return { kind: 'gone-on', url: `/c/pay/${session.object.id}` };
    }),
  );
};
