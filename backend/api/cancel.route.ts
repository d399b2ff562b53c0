import type { FastifyPluginAsync } from 'fastify';
import {
  confirmMailedDeclaration,
  declareByMail,
  declareEnd,
  giveCancelReason,
  readCancelOverview,
  readMailedDeclaration,
  undoCancellation,
} from '../../src/contracts/calls/cancel.ts';
import type { Portal } from '../domain/portal.ts';
import { secretOf } from './guards.ts';
import { servingIn, singleLine } from './serve.ts';

const security = [{ mailedLink: [] }];

/** Ends a contract (decisions.md#6-flows). A declaration counts from the moment of the call; a job carries it out. */
export const cancelRoutes =
  ({ declarations }: Portal): FastifyPluginAsync =>
  async (api) => {
    const serve = servingIn(api, { tag: 'Payments', limit: 'cancel' });
    serve(
      readCancelOverview,
      {
        id: 'getCancelOverview',
        summary: 'Read what a parent can end',
      },
      async ({ session: { userId } }) => declarations.read(userId),
    );

    serve(
      declareEnd,
      {
        id: 'declareEnd',
        summary: 'End the contract of a signed-in parent',
        description:
          'Stores a cancellation (with the current period) or a withdrawal (at once, with a refund) and acknowledges it by mail. The server then carries it out, also when Stripe is away. A withdrawal that comes too late counts as a cancellation. A repeated call returns the declaration that is not carried out yet.',
        example: { kind: 'cancellation', lang: 'en' },
      },
      async ({ session: { userId }, body: { kind, lang } }) => ({
        declaration: await declarations.declare(userId, kind, lang),
      }),
    );

    serve(
      undoCancellation,
      {
        id: 'undoCancellation',
        summary: 'Take a cancellation back',
        description:
          'Keeps the membership, until it ends, and answers what Stripe then says. While Stripe is away, the server does it later.',
      },
      async ({ session: { userId } }) => declarations.undo(userId),
    );

    serve(
      declareByMail,
      {
        id: 'declareEndByMail',
        summary: 'End the contract of a visitor who is not signed in, or ask for the deletion of the account',
        description:
          'Stores the declaration with its time, and mails an acknowledgement with a link. It is carried out when the link was used. The answer is the same for an address without an account. A `deletion` needs an empty name; its link works until the end of the next day, and deletes the account. The same declaration for the same address within a day is the same one: it gets the same answer, and no second mail.',
        example: { kind: 'cancellation', lang: 'en', name: 'Marie Curie', email: 'parent@mail.example' },
      },
      async ({ body: { kind, lang: language, name, email }, ip }) => ({
        declaration: await declarations.declareByMail(
          { kind, language, name: kind === 'deletion' ? '' : singleLine(name), email },
          ip,
        ),
      }),
    );

    serve(
      readMailedDeclaration,
      {
        security,
        id: 'getMailedDeclaration',
        summary: 'Read the declaration of a mailed link',
      },
      async (request) => ({ declaration: await declarations.readLink(secretOf(request)) }),
    );

    serve(
      confirmMailedDeclaration,
      {
        security,
        id: 'confirmMailedDeclaration',
        summary: 'Confirm the declaration of a mailed link',
        description: 'Lets the server carry the declaration out. A second call returns the same declaration.',
      },
      async (request) => ({ declaration: await declarations.confirm(secretOf(request)) }),
    );

    serve(
      giveCancelReason,
      {
        id: 'giveCancelReason',
        summary: 'Say why a contract was ended',
        example: { id: 'AbCdEfGhIjKlMnOpQrSt_-', reason: 'price' },
      },
      async ({ body: { id, reason } }) => declarations.giveReason(id, reason),
    );
  };
