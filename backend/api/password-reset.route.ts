import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';

const passwordReset = z.object({ code: z.string(), devices: z.enum(['kept', 'signed-out', 'failed']) });

/**
 * Completes a recovery (decisions.md#6-flows): the page behind the mailed link posts its secret and the new password.
 * Opening the link calls nothing on the server, so a mail scanner cannot use the link up.
 */
export const passwordResetRoutes =
  ({ recovery }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      apiPaths.passwordReset,
      {
        config: { auth: 'public', limit: 'reset' },
        schema: {
          operationId: 'resetPassword',
          tags: ['Account'],
          summary: 'Set a new password with the secret of a mailed link',
          description:
            'Sets a new password with the secret of a mailed link, and ends every session of the account. With `signOutDevices`, the custom ids and devices that open the account at PlayFab are unlinked; `devices` is `failed` if PlayFab did not do so. The owner also receives `code` by mail: a later sign-in may need it.',
          errors: ['InvalidPassword', 'LINK_EXPIRED'],
          examples: {
            body: { token: 'A1B2C3D4E5F6', password: 'correct horse battery', signOutDevices: true },
            answer: { success: true, data: { code: 'K7QM-2XPD', devices: 'signed-out' } },
          },

          body: z.strictObject({
            token: z.string().min(1).max(512),
            password: z.string(),
            signOutDevices: z.boolean().default(false),
          }),
          response: responses(success.extend({ data: passwordReset })),
        },
      },
      async (request) => {
        const { token, password, signOutDevices } = request.body;
        return { ...successBody, data: await recovery.resetPassword(token, password, signOutDevices) };
      },
    );
  };
