import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { isLanguage } from '../../src/contracts/language.ts';
import { platform } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';
import { subscriptionAnswer, subscriptionExample } from './subscription-answer.ts';

const p = z.string().optional().describe('base64 of the UTF-8 JSON {token, p}');
const integration = z.object({ service: z.string(), serviceKey: z.string() });

/** Both spellings of the root are one route, because the spec writes `{user-api}?p=` and `{user-api}/?lang=`. */
const roots = [apiPaths.user, `${apiPaths.user}/`];

/** Serves the account (product-spec.md#7-calls-made). By contract the token is in the URL, so URLs are never logged. */
export const userRoutes =
  ({ billing, deletion }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    for (const url of roots) {
      api.get(
        url,
        {
          config: { auth: 'user', tokenIn: 'p', access: 'read', limit: 'token' },
          schema: {
            operationId: 'getUser',
            tags: ['Account'],
            summary: 'Read the account and its integrations',
            description:
              'Returns the account’s id and its services. `serviceKey` of the service `Stripe` is the customer’s id.',
            examples: {
              answer: {
                success: true,
                data: {
                  id: '8f14e45f-ceea-467f-a9d2-3c1b5e7d9f10',
                  integrations: [{ service: 'Stripe', serviceKey: 'cus_A1b2C3' }],
                },
              },
            },

            querystring: z.object({ p }),
            response: responses(
              success.extend({ data: z.object({ id: z.string(), integrations: z.array(integration) }) }),
            ),
          },
        },
        async ({ session: { userId } }) => ({
          ...successBody,
          data: { id: userId, integrations: await billing.integrations(userId) },
        }),
      );

      api.delete(
        url,
        {
          config: { auth: 'user', tokenIn: 'token', limit: 'token' },
          schema: {
            operationId: 'deleteUser',
            tags: ['Account'],
            summary: 'Delete the account, at most fifteen minutes after a sign-in',
            description:
              'Deletes the account, its subscription and its data. The work continues after the answer, also after a crash.',
            errors: ['RECENT_SIGN_IN_REQUIRED'],
            examples: { answer: successBody },

            querystring: z.object({
              token: z.string().optional(),
              lang: z.string().optional(),
              p: z.literal(platform),
            }),
            response: responses(success),
          },
        },
        async (request) => {
          const { lang } = request.query;
          await deletion.request(request.session, isLanguage(lang) ? lang : undefined);
          return successBody;
        },
      );
    }

    api.get(
      apiPaths.subscriptionStatus,
      {
        config: { auth: 'user', tokenIn: 'p', access: 'read', limit: 'token' },
        schema: {
          operationId: 'getSubscription',
          tags: ['Payments'],
          summary: 'Read the subscription of the account',
          description: 'Returns the subscription from the portal’s own rows, also one of an app store.',
          examples: { answer: subscriptionExample },

          querystring: z.object({ p }),
          response: responses(subscriptionAnswer),
        },
      },
      async (request) => ({ ...successBody, ...(await billing.answer(request.session.userId)) }),
    );
  };
