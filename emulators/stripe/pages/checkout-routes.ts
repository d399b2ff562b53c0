import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUsable, promotionOfCode } from '../catalog.ts';
import { completeCheckout } from '../lifecycle/complete-checkout.ts';
import { type CheckoutSessionRow, findCheckoutSession, updateCheckoutSession } from '../store/checkout-sessions.ts';
import { findCustomer } from '../store/customers.ts';
import type { UnitOfWork, Simulation } from '../work.ts';
import { checkCard, type FieldErrors, isEmail, type TypedValues } from './card-form.ts';
import { checkoutPage } from './checkout-page.ts';
import { notice, payingPage } from './layout.ts';
import { redirectAfterPost, sendPage, textsOf } from './reply.ts';
import { interpolate, type Reader, readerOf } from './messages.ts';

const successUrl = (session: CheckoutSessionRow): string =>
  session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const knownEmail = async ({ trx }: UnitOfWork, session: CheckoutSessionRow): Promise<string | null> => {
  const customer = session.customer === null ? undefined : await findCustomer(trx, session.customer);
  return customer?.email ?? session.customer_email;
};

/** Returns whether a session can be paid. It checks the time too, because an expired session can still be `open`. */
const isOpen = ({ status, expires_at: expiresAt }: CheckoutSessionRow, now: Date): boolean =>
  status === 'open' && expiresAt > now;

const closedPage = (reader: Reader, merchant: string, session: CheckoutSessionRow | undefined): string => {
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
  | { kind: 'closed'; session: CheckoutSessionRow | undefined }
  | { kind: 'shown'; session: CheckoutSessionRow; page: string }
  | { kind: 'gone-on'; url: string };

export const addCheckoutRoutes = (app: FastifyInstance, simulation: Simulation, merchant: string): void => {
  const path = '/c/pay/:id';

  const shown = async (
    work: UnitOfWork,
    reader: Reader,
    session: CheckoutSessionRow,
    { typed, errors }: { typed: TypedValues; errors: FieldErrors },
  ): Promise<Outcome> => {
    const email = await knownEmail(work, session);
    const { catalog, now } = work;
    const page = checkoutPage(reader, { session, catalog, merchant, now, knownEmail: email, typed, errors });
    return { kind: 'shown', session, page };
  };

  type Act = (work: UnitOfWork, session: CheckoutSessionRow, reader: Reader, typed: TypedValues) => Promise<Outcome>;
  const handle =
    (open: Simulation['write'], act: Act) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const accepted = request.headers['accept-language'];
      let reader = readerOf(null, accepted);
      const outcome = await open(async (work): Promise<Outcome> => {
        const session = await findCheckoutSession(work.trx, textsOf(request.params)['id'] ?? '');
        if (session === undefined) return { kind: 'closed', session };
        reader = readerOf(session.locale, accepted);
        if (!isOpen(session, work.now)) return { kind: 'closed', session };
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
      const email = (await knownEmail(work, session)) ?? (typed['email'] ?? '').trim();
      const checked = checkCard(typed, work.now);
      const errors: FieldErrors = {
        ...(!isEmail(email) && { email: 'email' }),
        ...(!checked.ok && checked.errors),
      };
      if (!checked.ok || Object.keys(errors).length > 0) return shown(work, reader, session, { typed, errors });
      const isPaid = await completeCheckout(work, session, { email, name: checked.name, card: checked.card });
      if (!isPaid) return shown(work, reader, session, { typed, errors: { number: 'declined' } });
      return { kind: 'gone-on', url: successUrl(session) };
    }),
  );

  app.post(
    `${path}/promotion`,
    handle(simulation.write, async (work, session, reader, typed) => {
      const code = typed['promotion'];
      const found = code === undefined ? undefined : promotionOfCode(work.catalog, code);
      const isAccepted = session.allow_promotion_codes === true && found !== undefined && isUsable(found, work.now);
      if (code !== undefined && !isAccepted) {
        return shown(work, reader, session, { typed, errors: { promotion: 'promotion' } });
      }
      await updateCheckoutSession(work.trx, session.id, {
        coupon: found?.coupon ?? null,
        promotion_code: found?.id ?? null,
      });
      return { kind: 'gone-on', url: `/c/pay/${session.id}` };
    }),
  );
};
