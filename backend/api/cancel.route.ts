import type { FastifyPluginAsync } from 'fastify';
import {
  confirmMailedDeclaration,
  declareByMail,
  declareEnd,
  type Declaration,
  type DeclarationState,
  giveLeavingReason,
  type Leaving,
  readLeaving,
  readMailedDeclaration,
  undoCancellation,
} from '../../src/contracts/calls/cancel.ts';
import type { Portal } from '../domain/portal.ts';
import { secretOf } from './guards.ts';
import { serve } from './serve.ts';
import { subscriptionExample, subscriptionTexts } from './subscription-document.ts';
import { lineText, singleLine } from './typed-fields.ts';

const shared = { tag: 'Payments', limit: 'leaving' } as const;
const declared = {
  ...shared,
  members: { 'declaration.declaredAt': 'The time that counts', name: lineText },
};
const mailed = { ...declared, security: [{ mailedLink: [] }] };

const exampleOf = (state: DeclarationState): { declaration: Declaration } => ({
  declaration: { id: 'AbCdEfGhIjKlMnOpQrSt_-', kind: 'cancellation', declaredAt: '2026-12-01T09:00:00.000Z', state },
});
const leaving = {
  ...shared,
  examples: {
    answer: {
      subscription: subscriptionExample.subscription,
      withdrawUntil: '2026-12-15',
      underWay: null,
      canUndo: false,
    } satisfies Leaving,
  },
  members: {
    ...subscriptionTexts,
    withdrawUntil: 'The last day; null when there is nothing to withdraw from',
    underWay: 'What was confirmed last, while Stripe does not show it yet',
  },
};

/**
 * Ends a contract (decisions.md#6-flows, "Cancelling and withdrawing"). Every declaration counts from the moment of the
 * call; a job carries it out.
 */
export const declarationsRoutes =
  ({ declarations }: Portal): FastifyPluginAsync =>
  async (api) => {
    serve(
      api,
      readLeaving,
      {
        ...leaving,
        id: 'getLeaving',
        summary: 'Read what a parent can end',
        description: 'Returns the membership, the last day of a withdrawal, and what is being carried out.',
      },
      async ({ session: { userId } }) => declarations.look(userId),
    );

    serve(
      api,
      declareEnd,
      {
        ...declared,
        id: 'declareEnd',
        summary: 'End the contract of a signed-in parent',
        description:
          'Stores a cancellation (with the current period) or a withdrawal (at once, with a refund) and acknowledges it by mail. The server then carries it out, also when Stripe is away. A withdrawal that comes too late counts as a cancellation. A repeated call returns the open declaration.',
        examples: { body: { kind: 'cancellation', lang: 'en' }, answer: exampleOf('confirmed') },
      },
      async ({ session: { userId }, body: { kind, lang } }) => ({
        declaration: await declarations.declare(userId, kind, lang),
      }),
    );

    serve(
      api,
      undoCancellation,
      {
        ...leaving,
        id: 'undoCancellation',
        summary: 'Take a cancellation back',
        description:
          'Keeps the membership, until it ends, and answers what Stripe then says. While Stripe is away, the server does it later.',
      },
      async ({ session: { userId } }) => declarations.undo(userId),
    );

    serve(
      api,
      declareByMail,
      {
        ...declared,
        id: 'declareEndByMail',
        summary: 'End the contract of a visitor who is not signed in',
        description:
          'Stores the declaration with its time, and mails an acknowledgement with a link. It is carried out when the link was used. The answer is the same for an address without an account. The same declaration for the same address within a day is the same one: it gets the same answer, and no second mail.',
        examples: {
          body: { kind: 'cancellation', lang: 'en', name: 'Marie Curie', email: 'parent@mail.example' },
          answer: exampleOf('mailed'),
        },
      },
      async ({ body: { kind, lang: language, name, email }, ip }) => ({
        declaration: await declarations.declareByMail({ kind, language, name: singleLine(name), email }, ip),
      }),
    );

    serve(
      api,
      readMailedDeclaration,
      {
        ...mailed,
        id: 'getMailedDeclaration',
        summary: 'Read the declaration of a mailed link',
        description: 'Returns the declaration of a mailed link. It confirms nothing.',
        examples: { answer: exampleOf('mailed') },
      },
      async (request) => ({ declaration: await declarations.lookAtLink(secretOf(request)) }),
    );

    serve(
      api,
      confirmMailedDeclaration,
      {
        ...mailed,
        id: 'confirmMailedDeclaration',
        summary: 'Confirm the declaration of a mailed link',
        description: 'Lets the server carry the declaration out. A second call returns the same declaration.',
        examples: { answer: exampleOf('confirmed') },
      },
      async (request) => ({ declaration: await declarations.confirm(secretOf(request)) }),
    );

    serve(
      api,
      giveLeavingReason,
      {
        ...shared,
        id: 'giveLeavingReason',
        summary: 'Say why a contract was ended',
        description: 'Stores the reason with a confirmed declaration. It is optional and asked for afterwards.',
        examples: { body: { id: 'AbCdEfGhIjKlMnOpQrSt_-', reason: 'price' } },
      },
      async ({ body: { id, reason } }) => declarations.giveReason(id, reason),
    );
  };
