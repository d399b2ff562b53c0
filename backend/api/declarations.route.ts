import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  declarantNameMaximum,
  declarationKinds,
  declarationPaths,
  declarationStates,
  leavingReasons,
  wantedEnds,
} from '../../src/contracts/declaration.ts';
import { languages } from '../../src/contracts/language.ts';
import type { Portal } from '../domain/portal.ts';
import { bearerOf } from './guards.ts';
import { responses, successBody, success } from './responses.ts';
import { singleLine } from './schoolzone-fields.ts';
import { subscription, subscriptionExample } from './subscription-answer.ts';

const declaration = z.object({
  id: z.string(),
  kind: z.enum(declarationKinds),
  declaredAt: z.iso.datetime().describe('The time that counts'),
  state: z.enum(declarationStates),
});
const declarationAnswer = success.extend({ declaration });
const leavingAnswer = success.extend({
  subscription: subscription.nullable(),
  withdrawUntil: z.iso.date().nullable().describe('The last day; null when there is nothing to withdraw from'),
  underWay: z.enum(wantedEnds).nullable().describe('What was confirmed last, while Stripe does not show it yet'),
  canUndo: z.boolean(),
});

const tags = ['Payments'];
const forUser = { auth: 'user', tokenIn: 'bearer', limit: 'leaving' } as const;
const forEverybody = { auth: 'public', limit: 'leaving' } as const;
const mailedLink = [{ mailedLink: [] }];
const kindAndLang = { kind: z.enum(declarationKinds), lang: z.enum(languages) };

const exampleOf = (state: 'mailed' | 'confirmed') => ({
  success: true,
  declaration: {
    id: 'AbCdEfGhIjKlMnOpQrSt_-',
    kind: 'cancellation',
    declaredAt: '2026-12-01T09:00:00.000Z',
    state,
  },
});
const leavingExample = {
  success: true,
  subscription: subscriptionExample.subscription,
  withdrawUntil: '2026-12-15',
  underWay: null,
  canUndo: false,
};

/**
 * Ends a contract (decisions.md#6-flows, "Cancelling and withdrawing"). Every declaration counts from the moment of the
 * call; the outbox carries it out.
 */
export const declarationsRoutes =
  ({ declarations }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      declarationPaths.declarations,
      {
        config: forUser,
        schema: {
          operationId: 'getLeaving',
          tags,
          summary: 'Read what a parent can end',
          description: 'Returns the membership, the last day of a withdrawal, and what is being carried out.',
          examples: { answer: leavingExample },

          response: responses(leavingAnswer),
        },
      },
      async ({ session: { userId } }) => ({ ...successBody, ...(await declarations.look(userId)) }),
    );

    api.post(
      declarationPaths.declarations,
      {
        config: forUser,
        schema: {
          operationId: 'declareEnd',
          tags,
          summary: 'End the contract of a signed-in parent',
          description:
            'Stores a cancellation (with the current period) or a withdrawal (at once, with a refund) and acknowledges it by mail. The server then carries it out, also when Stripe is away. A withdrawal that comes too late counts as a cancellation. A repeated call returns the open declaration.',
          examples: { body: { kind: 'cancellation', lang: 'en' }, answer: exampleOf('confirmed') },

          body: z.object(kindAndLang),
          response: responses(declarationAnswer),
        },
      },
      async ({ session: { userId }, body }) => ({
        ...successBody,
        declaration: await declarations.declare(userId, body.kind, body.lang),
      }),
    );

    api.post(
      declarationPaths.undo,
      {
        config: forUser,
        schema: {
          operationId: 'undoCancellation',
          tags,
          summary: 'Take a cancellation back',
          description:
            'Keeps the membership, until it ends, and answers what Stripe then says. While Stripe is away, the server does it later.',
          errors: ['NOT_FOUND'],
          examples: { answer: leavingExample },

          response: responses(leavingAnswer),
        },
      },
      async ({ session: { userId } }) => ({ ...successBody, ...(await declarations.undo(userId)) }),
    );

    api.post(
      declarationPaths.mailed,
      {
        config: forEverybody,
        schema: {
          operationId: 'declareEndByMail',
          tags,
          summary: 'End the contract of a visitor who is not signed in',
          description:
            'Stores the declaration with its time, and mails an acknowledgement with a link. It is carried out when the link was used. The answer is the same for an address without an account. The same declaration for the same address within a day is the same one: it gets the same answer, and no second mail.',
          examples: {
            body: { kind: 'cancellation', lang: 'en', name: 'Marie Curie', email: 'parent@mail.example' },
            answer: exampleOf('mailed'),
          },

          body: z.object({
            ...kindAndLang,
            name: singleLine.pipe(z.string().min(1).max(declarantNameMaximum)),
            email: z.string(),
          }),
          response: responses(declarationAnswer),
        },
      },
      async ({ body: { lang: language, ...body }, ip }) => ({
        ...successBody,
        declaration: await declarations.declareByMail({ ...body, language }, ip),
      }),
    );

    api.get(
      declarationPaths.link,
      {
        config: forEverybody,
        schema: {
          operationId: 'getMailedDeclaration',
          tags,
          summary: 'Read the declaration of a mailed link',
          description: 'Returns the declaration of a mailed link. It confirms nothing.',
          errors: ['LINK_EXPIRED'],
          security: mailedLink,
          examples: { answer: exampleOf('mailed') },

          response: responses(declarationAnswer),
        },
      },
      async (request) => ({
        ...successBody,
        declaration: await declarations.lookAtLink(bearerOf(request) ?? ''),
      }),
    );

    api.post(
      declarationPaths.link,
      {
        config: forEverybody,
        schema: {
          operationId: 'confirmMailedDeclaration',
          tags,
          summary: 'Confirm the declaration of a mailed link',
          description: 'Lets the server carry the declaration out. A second call returns the same declaration.',
          errors: ['LINK_EXPIRED'],
          security: mailedLink,
          examples: { answer: exampleOf('confirmed') },

          response: responses(declarationAnswer),
        },
      },
      async (request) => ({
        ...successBody,
        declaration: await declarations.confirm(bearerOf(request) ?? ''),
      }),
    );

    api.post(
      declarationPaths.reason,
      {
        config: forEverybody,
        schema: {
          operationId: 'giveLeavingReason',
          tags,
          summary: 'Say why a contract was ended',
          description: 'Stores the reason with a confirmed declaration. It is optional and asked for afterwards.',
          errors: ['NOT_FOUND'],
          examples: { body: { id: 'AbCdEfGhIjKlMnOpQrSt_-', reason: 'price' }, answer: successBody },

          body: z.object({ id: z.string().max(64), reason: z.enum(leavingReasons) }),
          response: responses(success),
        },
      },
      async ({ body: { id, reason } }) => {
        await declarations.giveReason(id, reason);
        return successBody;
      },
    );
  };
